/** The hidden fields of a public page's form, which a browser sends with its button. */
export const hiddenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g), ([, name, value]) => [
      name,
      value,
    ]),
  );
