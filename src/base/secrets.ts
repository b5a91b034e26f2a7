// What gives access and may stand in a text that somebody else wrote: it is starred out, each character by one, so that all else stays in
// its place. Names, ids and paths stay.

const patterns: readonly RegExp[] = [
  /(?<=\b(?:Bearer|Basic) {1,4})[\w.~+/-]{6,}=*/g,
  // A JWT, whatever stands before it.
  /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  // A user and a password in a URL; an image's digest is none.
  /(?<=:\/\/)[^\s/:@"'<>]{0,256}:[^\s/@"'<>]{1,256}(?=@(?!sha\d))/g,
  /(?<=\b(?:password|passwd|access[-_]?token|id[-_]?token|client[-_]secret|api[-_]?key)=["']?)[^\s"'&,;*]{6,512}/gi,
];

/** Texts without any of these have no secret that is known here. */
const likely = /Bearer|Basic|eyJ|@|[-_]token=|passw(?:or)?d=|client[-_]secret=|api[-_]?key=/i;

export function withoutSecrets(text: string): string {
  if (!likely.test(text)) return text;
  return patterns.reduce(
    (rest, pattern) => rest.replace(pattern, (found) => '*'.repeat(found.length)),
    text,
  );
}
