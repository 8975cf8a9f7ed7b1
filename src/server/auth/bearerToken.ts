/** The token in an Authorization header; undefined when the header has none. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
}
