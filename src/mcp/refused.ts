/** What the server does not do, as a sentence in words of ours and of who asks. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
