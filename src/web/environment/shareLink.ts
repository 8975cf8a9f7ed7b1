import type { SharedLink, ShareResult } from '#machines/environment.ts';

/** Opens the device's own sheet for sharing; where there is none, or it refuses, copies the link. */
export async function shareLink({ navigator, location }: Window, { title, path }: SharedLink): Promise<ShareResult> {
  const url = new URL(path, location.origin).href;
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url });
      return { outcome: 'shared', url };
    } catch (error) {
      // The visitor has closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return { outcome: 'shared', url };
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return { outcome: 'copied', url };
  } catch {
    // Without a permission, and on pages that do not come over TLS, there is no clipboard.
    return { outcome: 'refused', url };
  }
}
