/**
 * Finds elements in which a text has sibling nodes. React updates such a text node in place; after a browser's translator has replaced
 * the node, the old text stays on the screen. If an element has only a text, React replaces all its content.
 * Browsers run this function, so it must not use variables of its module.
 */
export function textsBesideNodes(roots: readonly Element[]): string[] {
  return roots.flatMap((root) =>
    [root, ...root.querySelectorAll('*')].flatMap((element) => {
      const nodes = [...element.childNodes].filter(({ nodeType }) => nodeType !== Node.COMMENT_NODE);
      // Spaces between elements never change, and no translator replaces them.
      const hasText = nodes.some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
      return hasText && nodes.length > 1 ? [element.outerHTML.slice(0, 200)] : [];
    }),
  );
}
