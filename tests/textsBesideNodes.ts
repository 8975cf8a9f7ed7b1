/**
 * The text nodes in these elements that have siblings. React updates such a node in place; if a translator has replaced it, the old
 * text stays on the screen. For a text that is the only child, React replaces the whole content of the element.
 * The function is sent to browsers, so it refers to nothing outside itself.
 */
export function textsBesideNodes(roots: readonly Element[]): string[] {
  return roots.flatMap((root) =>
    [root, ...root.querySelectorAll('*')].flatMap((element) => {
      const nodes = [...element.childNodes].filter(({ nodeType }) => nodeType !== Node.COMMENT_NODE);
      // Spaces between elements never change, and translators do not replace them.
      const hasText = nodes.some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
      return hasText && nodes.length > 1 ? [element.outerHTML.slice(0, 200)] : [];
    }),
  );
}
