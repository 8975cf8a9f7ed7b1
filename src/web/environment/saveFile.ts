const DOWNLOAD_MILLISECONDS = 60_000;

/** Downloads a text as a file. The object URL is revoked after a minute, because browsers do not report the end of a download. */
export function saveFile(
  document: Document,
  { name, type, text }: { readonly name: string; readonly type: string; readonly text: string },
): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_MILLISECONDS);
}
