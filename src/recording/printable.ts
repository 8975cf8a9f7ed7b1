/** A text of somebody's file without what a terminal would obey or hide; its lines stay. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n]/gu, '\uFFFD');
}
