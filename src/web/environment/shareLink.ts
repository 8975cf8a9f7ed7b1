import type { SharedLink, ShareResult } from '#machines/environment.ts';

/** Opens the device's share sheet. If there is none, or it fails, copies the link to the clipboard. */
export async function shareLink({ navigator, location }: Window, { title, path }: SharedLink): Promise<ShareResult> {
  const url = new URL(path, location.origin).href;
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url });
      return { outcome: 'shared', url };
    } catch (error) {
      // The visitor closed the share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return { outcome: 'shared', url };
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return { outcome: 'copied', url };
  } catch {
    // The clipboard needs a permission and a page served over TLS.
    return { outcome: 'refused', url };
  }
}
