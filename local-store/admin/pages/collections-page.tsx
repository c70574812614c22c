import { RULE_RELATIONS } from "../../catalog/collection-rules.ts";
import { counted } from "../format.ts";
import type { CollectionListItem } from "../list-queries.ts";
import type { PageContext } from "../page-context.ts";
import { type PageOptions, renderPage } from "../render-page.tsx";

/** The shop's collections, with forms that add, rename, and delete them, change the rules of automated ones, and show metafields. */
export function collectionsPage(
  context: PageContext,
  collections: readonly CollectionListItem[],
  notice?: PageOptions["notice"],
): string {
  const base = `/store/${context.shop.handle}/collections`;
  return renderPage(
    { title: "Collections", context, notice },
    <>
      <form className="toolbar" method="post" action={base}>
        <input
          name="title"
          required
          maxLength={255}
          placeholder="Title"
          aria-label="Title of the new collection"
        />
        <button type="submit">Add collection</button>
      </form>
      <section className="card">
        {collections.length === 0 ? <p className="subdued">No collections.</p> : null}
        {collections.map((collection) => (
          <Collection key={collection.id} base={`${base}/${collection.id}`} collection={collection} />
        ))}
      </section>
    </>,
  );
}

function Collection({ base, collection }: { base: string; collection: CollectionListItem }) {
  const { title, handle, products, rules, disjunctive, metafields } = collection;
  return (
    <>
      <form className="toolbar" method="post" action={`${base}/rename`}>
        <input name="title" defaultValue={title} required maxLength={255} aria-label={`Title of ${handle}`} />
        <span className="subdued">{counted(products, "product")}</span>
        <button type="submit">Save title</button>
        <button type="submit" className="is-critical" formAction={`${base}/delete`}>
          Delete
        </button>
      </form>
      {rules ? (
        <p className="subdued">
          Products that match {disjunctive ? "any" : "all"} of:{" "}
          {rules
            .map(
              ({ column, relation, condition }) => `${inWords(column)} ${inWords(relation)} “${condition}”`,
            )
            .join(", ")}
        </p>
      ) : null}
      {rules || products === 0 ? <RuleForm base={base} collection={collection} /> : null}
      {metafields.length > 0 ? (
        <dl>
          {metafields.flatMap((field) => [
            <dt key={`name ${field.n}`}>{`${field.namespace}.${field.key}`}</dt>,
            <dd key={`value ${field.n}`}>{field.value}</dd>,
          ])}
        </dl>
      ) : null}
    </>
  );
}

/** Adds a rule. An empty collection becomes an automated one. */
function RuleForm({ base, collection: { handle, rules, disjunctive } }: RuleFormProps) {
  return (
    <form className="toolbar" method="post" action={`${base}/rules`}>
      <select name="rule" aria-label={`Rule of ${handle}`}>
        {Object.entries(RULE_RELATIONS).flatMap(([column, relations]) =>
          relations.map((relation) => (
            <option key={`${column} ${relation}`} value={`${column} ${relation}`}>
              {inWords(column)} {inWords(relation)}
            </option>
          )),
        )}
      </select>
      <input name="condition" required maxLength={255} aria-label={`Condition of ${handle}`} />
      <select name="match" defaultValue={disjunctive ? "any" : "all"} aria-label={`Match of ${handle}`}>
        <option value="all">All rules</option>
        <option value="any">Any rule</option>
      </select>
      <button type="submit">Add rule</button>
      {rules && rules.length > 1 ? (
        <button type="submit" formAction={`${base}/rules/remove`} formNoValidate>
          Remove the last rule
        </button>
      ) : null}
    </form>
  );
}

interface RuleFormProps {
  base: string;
  collection: CollectionListItem;
}

const inWords = (name: string): string => name.toLowerCase().replaceAll("_", " ");
