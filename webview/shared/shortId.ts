/** The first 12 digits of a long id, as the container tools show them. */
export function shortId(id: string): string {
  return /^[0-9a-f]{20,}$/.test(id) ? id.slice(0, 12) : id;
}
