import { useEffect } from 'react';

/**
 * Replaces the package react-style-singleton, which Radix depends on. Returns a component whose styles apply while at least one
 * instance is mounted; the first instance's styles count. They are an adopted style sheet, because the Content-Security-Policy
 * blocks `<style>` elements that are added later (reliability 58).
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
