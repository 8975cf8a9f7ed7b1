/** The file name of the entry script, whose hash identifies the build. */
export function buildIn(document: Document): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script?.src.split('/').at(-1) ?? 'unknown';
}
