import { useEffect } from 'react';

/**
 * Stands in for the package react-style-singleton: gives a component whose styles hold while one of them is there; those of
 * the first do. They are adopted by the document, not written into it, since the Content-Security-Policy knows no style that
 * is written later (reliability 58).
 */
export function styleSingleton() {
  let adopted: CSSStyleSheet | undefined;
  let users = 0;

  function enter(styles: string): void {
    users += 1;
    if (users > 1) return;
    adopted = new CSSStyleSheet();
    adopted.replaceSync(styles);
    document.adoptedStyleSheets.push(adopted);
  }

  function leave(): void {
    users -= 1;
    if (users > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== adopted);
  }

  return function Style({ styles }: { readonly styles: string }): null {
    useEffect(() => {
      enter(styles);
      return leave;
    }, [styles]);
    return null;
  };
}
