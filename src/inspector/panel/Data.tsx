/** Plain data as text, behind its name. */
export function Data({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <details className="inspector-data">
      <summary>{name}</summary>
      {/* A region that scrolls is reached by key. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-label={name}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
