/**
 * Adds a stylesheet to a page or a shadow root. A strict Content-Security-Policy allows constructed sheets. A browser without them
 * gets a style element.
 * @returns the function that removes the stylesheet
 */
export function addStyles(root: Document | ShadowRoot, css: string): () => void {
  const { defaultView, head } = root instanceof ShadowRoot ? root.ownerDocument : root;
  if (defaultView !== null && 'adoptedStyleSheets' in root) {
    // A sheet belongs to the document whose window constructed it.
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets.push(sheet);
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }
  const style = (root.ownerDocument ?? root).createElement('style');
  style.textContent = css;
  (root instanceof ShadowRoot ? root : head).prepend(style);
  return () => style.remove();
}
