import type { SharedLink } from '#machines/environment.ts';

/** Opens the device's own sheet for sharing; where there is none, or it refuses, copies the link. Rejects when that fails, too. */
export async function shareLink(
  { navigator, location }: Window,
  { title, path }: SharedLink,
): Promise<'shared' | 'copied'> {
  const url = new URL(path, location.origin).href;
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (error) {
      // The visitor has closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
    }
  }
  await navigator.clipboard.writeText(url);
  return 'copied';
}
