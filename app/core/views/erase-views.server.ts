import { mentions } from "~/core/erasure/erase-audit.server";
import { erasure } from "~/core/erasure/erasure.server";

/**
 * Deletes saved views that search for the customer's email address or telephone number. A search for a name isn't deleted:
 * other people have the same name. Queries are percent-encoded, so they are compared here instead of in SQL.
 */
export const eraseViews = erasure("saved views", {
  stage: 70,
  async erase(client, { shop, contacts }) {
    const { rows } = await client.query<{ id: string; name: string; query: string }>(
      "SELECT id, name, query FROM saved_views WHERE shop = $1",
      [shop],
    );
    const ids = rows
      .filter(({ name, query }) =>
        [name, ...new URLSearchParams(query).values()].some((text) => mentions(text, contacts)),
      )
      .map(({ id }) => id);
    await client.query("DELETE FROM saved_views WHERE shop = $1 AND id = ANY($2::uuid[])", [shop, ids]);
  },
});
