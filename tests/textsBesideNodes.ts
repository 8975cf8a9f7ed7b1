/**
 * The texts in these elements that have a sibling. React updates such a text as a node of its own, and a translator that has
 * replaced the node leaves the old text on the screen; a text alone in its element is replaced with all that is in there.
 * The function is sent to browsers, so it uses nothing from outside.
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
