/** The texts in a form, by the names in `empty`. A field that the form does not have gets its text from `empty`. */
export function readForm<Values extends Readonly<Record<string, string>>>(
  form: HTMLFormElement | null,
  empty: Values,
): Values {
  const texts = Object.keys(empty).flatMap((name) => {
    const field = form?.elements.namedItem(name);
    return field instanceof HTMLInputElement ? [[name, field.value]] : [];
  });
  return { ...empty, ...Object.fromEntries(texts) };
}
