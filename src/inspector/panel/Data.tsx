/** A collapsible view of plain data as formatted JSON. */
export function Data({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <details className="inspector-data">
      <summary>{name}</summary>
      {/* Keyboard users must be able to focus a scrollable region (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-label={name}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
