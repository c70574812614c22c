import type { DefinitionRow } from "../../catalog/metafield-definitions.ts";
import type { PageContext } from "../page-context.ts";
import { type PageOptions, renderPage } from "../render-page.tsx";

const TYPES = ["single_line_text_field", "number_decimal", "number_integer", "boolean", "date", "url"];

/** The definitions of products' metafields, with a form that adds one. */
export function metafieldsPage(
  context: PageContext,
  definitions: readonly DefinitionRow[],
  notice?: PageOptions["notice"],
): string {
  return renderPage(
    { title: "Product metafield definitions", context, notice },
    <>
      <form className="toolbar" method="post">
        <input name="name" required maxLength={100} placeholder="Name" aria-label="Name of the definition" />
        <input
          name="key"
          required
          maxLength={64}
          placeholder="Namespace and key: specs.voltage"
          aria-label="Namespace and key"
        />
        <select name="type" aria-label="Type">
          {TYPES.map((type) => (
            <option key={type} value={type}>
              {type.replaceAll("_", " ")}
            </option>
          ))}
        </select>
        <button type="submit">Add definition</button>
      </form>
      <section className="card">
        {definitions.length === 0 ? <p className="subdued">No definitions.</p> : null}
        <dl>
          {definitions.flatMap(({ id, namespace, key, name, type }) => [
            <dt key={`key ${id}`}>{`${namespace}.${key}`}</dt>,
            <dd key={`name ${id}`}>{`${name} (${type.replaceAll("_", " ")})`}</dd>,
          ])}
        </dl>
      </section>
    </>,
  );
}
