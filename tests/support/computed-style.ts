const NOT_SHOWN = /^(HEAD|SCRIPT|STYLE|TEMPLATE|TITLE)$/;
const INLINE = /^(A|ABBR|B|CODE|EM|I|IMG|LABEL|SMALL|SPAN|STRONG|SUB|SUP|svg)$/;

/**
 * An element's style by its attributes and its tag. jsdom would compare the element with each rule of its default stylesheet, which
 * took a third of these tests' time, and they have no other stylesheet.
 */
export const computedStyle = (element: Element): CSSStyleDeclaration =>
  new Proxy((element as HTMLElement).style, {
    get(style, name) {
      const valueFor = (property: string) =>
        computed[property]?.(element as HTMLElement) ?? style.getPropertyValue(property);
      if (name === "getPropertyValue") return valueFor;
      return typeof name === "string" && name in computed ? valueFor(name) : Reflect.get(style, name);
    },
  });

const computed: Record<string, (element: HTMLElement) => string> = {
  display: ({ style, hidden, tagName }) =>
    hidden || NOT_SHOWN.test(tagName) ? "none" : style.display || (INLINE.test(tagName) ? "inline" : "block"),
  visibility: ({ style, parentElement }) =>
    style?.visibility || (parentElement ? computedStyle(parentElement).visibility : "visible"),
};
