const SIGNS = ['pointerover', 'focusin', 'touchstart'] as const;

/** Reports the path of each internal link that the visitor points at, touches or focuses. */
export function watchHover({ document, location }: Window, report: (pathname: string) => void): void {
  const notice = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === location.origin && link.pathname !== location.pathname) report(link.pathname);
  };
  for (const sign of SIGNS) document.addEventListener(sign, notice, { passive: true });
}
