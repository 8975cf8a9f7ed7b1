/** The file name of the entry script, the last of the document, whose hash identifies the build. */
export function buildIn(document: Document): string {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]');
  return Array.from(scripts).at(-1)?.src.split('/').at(-1) ?? 'unknown';
}
