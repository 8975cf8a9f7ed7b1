/** Hands on a file that is dropped on an element, for which the browser would leave the page. */
export function takeDrops(element: HTMLElement, onFile: (file: File) => void): void {
  element.addEventListener('dragover', (event) => event.preventDefault());
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) onFile(file);
  });
}
