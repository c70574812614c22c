import { randomUUID } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { erasure, mentions } from "~/core/erasure/erasure.server";
import { administrators } from "~/platform/auth/tables.server";
import { readTogether } from "~/platform/db/read-shop.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { VIEW_NAME_LENGTH } from "~/platform/list";
import { PAGE_PARAMETERS, SHOPIFY_PARAMETERS } from "~/platform/visit-parameters";
import { savedViews } from "./tables.server";

const list = z.string().max(40, "must be the name of a list");

const id = z.uuid("must be the id of a saved view");

const name = z
  .string()
  .trim()
  .min(1, "Enter a name for the view.")
  .max(VIEW_NAME_LENGTH, `must be at most ${VIEW_NAME_LENGTH} characters`);

/** Parameters of an address that belong to one visit. */
const OF_ONE_VISIT = [...PAGE_PARAMETERS, ...SHOPIFY_PARAMETERS];

const isQuery = (text: string) => /^[\w\-.~%+*&=!'(),:;@$/]*$/.test(text);

/** The query string that a saved view keeps: tab, search, order and filters, and nothing of the visit that it was saved on. */
const viewQuery = z
  .string()
  .max(1_000, "must be at most 1000 characters")
  .refine(isQuery, "must be a query string, such as tab=pending&q=ann")
  .refine(
    (text) => {
      const parameters = new URLSearchParams(text);
      return !OF_ONE_VISIT.some((name) => parameters.has(name));
    },
    `must not contain ${OF_ONE_VISIT.join(", ")}`,
  );

/** A saved view as its owner sees it. */
export const savedView = z.object({ id: z.string(), name: z.string(), query: z.string() });

/** The calls about saved views of lists. Each administrator has their own. */
export const viewsCalls = {
  list: call("GET /views/{list}", {
    for: "signed-in",
    summary: "Your own saved views of a list",
    input: z.object({ list }),
    output: z.object({ views: z.array(savedView) }),
    async run(context, input) {
      assertList(context, input.list);
      return { views: await listViews(context, input.list) };
    },
  }),
  save: call("POST /views/{list}", {
    for: "signed-in",
    summary: "Save a view of a list",
    status: 201,
    input: z.object({ list, name, query: viewQuery }),
    output: savedView,
    run(context, input) {
      assertList(context, input.list);
      return saveView(context, input);
    },
  }),
  rename: call("PATCH /views/{id}", {
    for: "signed-in",
    summary: "Give your saved view another name",
    input: z.object({ id, name }),
    output: savedView,
    run: (context, input) => renameView(context, input.id, input.name),
  }),
  remove: call("DELETE /views/{id}", {
    for: "signed-in",
    summary: "Remove your saved view",
    input: z.object({ id }),
    output: savedView,
    run: (context, input) => removeView(context, input.id),
  }),
};

/** More would make the menu hard to use. */
export const MAX_VIEWS_PER_LIST = 30;

type SavedView = z.infer<typeof savedView>;

/** @throws 400 for a list that no module declares: each list has its own limit of views */
function assertList({ declarations: { lists } }: CallContext, list: string): void {
  if (lists.has(list)) return;
  const problem = `must be one of: ${[...lists.keys()].join(", ")}`;
  throw badRequest(`list: ${problem}`, { list: problem });
}

type Caller = Pick<CallContext, "shop" | "administrator">;

const columns = { id: savedViews.id, name: savedViews.name, query: savedViews.query };

const ownViews = ({ shop, administrator }: Caller) =>
  and(eq(savedViews.shop, shop.domain), eq(savedViews.administratorId, administrator.id));

/** The caller's own views of a list, by name. */
function listViews(caller: Caller, list: string): Promise<SavedView[]> {
  const { domain } = caller.shop;
  return readTogether<SavedView>(domain, {
    name: "saved-views",
    text: "SELECT id, name, query FROM saved_views WHERE shop = $1 AND administrator_id = $2 AND list = $3 ORDER BY name",
    values: [domain, caller.administrator.id, list],
  });
}

/**
 * Saves a view, or returns the one with the same name and query: the answer to an earlier attempt may have been lost.
 * @throws 409 when the name is taken or the list has as many views as it may.
 */
async function saveView(
  caller: Caller,
  view: { list: string; name: string; query: string },
): Promise<SavedView> {
  const { shop, administrator } = caller;
  return withShop(shop.domain, async (tx) => {
    await takeTurns(tx, caller);
    const sameName = await findNamed(tx, caller, view.list, view.name);
    if (sameName?.query === view.query) return sameName;
    if (sameName) throw nameTaken(view.name);
    const [kept] = await tx
      .select({ views: count() })
      .from(savedViews)
      .where(and(ownViews(caller), eq(savedViews.list, view.list)));
    if ((kept?.views ?? 0) >= MAX_VIEWS_PER_LIST) {
      throw conflict(
        `You have ${MAX_VIEWS_PER_LIST} views of this list. Delete one that you no longer use first.`,
      );
    }
    const saved = { id: randomUUID(), name: view.name, query: view.query };
    await tx
      .insert(savedViews)
      .values({ shop: shop.domain, administratorId: administrator.id, list: view.list, ...saved });
    return saved;
  });
}

/** @throws 404 for a view that is not the caller's, 409 when the name is taken. */
async function renameView(caller: Caller, id: string, name: string): Promise<SavedView> {
  return withShop(caller.shop.domain, async (tx) => {
    await takeTurns(tx, caller);
    const mine = and(ownViews(caller), eq(savedViews.id, id));
    const [view] = await tx.select().from(savedViews).where(mine);
    if (!view) throw noSuchView();
    if (view.name !== name && (await findNamed(tx, caller, view.list, name))) throw nameTaken(name);
    await tx.update(savedViews).set({ name }).where(mine);
    return { id, name, query: view.query };
  });
}

/** @throws 404 for a view that is not the caller's. */
async function removeView(caller: Caller, id: string): Promise<SavedView> {
  const [removed] = await withShop(caller.shop.domain, (tx) =>
    tx
      .delete(savedViews)
      .where(and(ownViews(caller), eq(savedViews.id, id)))
      .returning(columns),
  );
  if (!removed) throw noSuchView();
  return removed;
}

/** One change of a person's views at a time: else two windows could pass the limit together. */
async function takeTurns(tx: ShopTransaction, { shop, administrator }: Caller): Promise<void> {
  await tx
    .select({ id: administrators.id })
    .from(administrators)
    .where(and(eq(administrators.shop, shop.domain), eq(administrators.id, administrator.id)))
    .for("update");
}

async function findNamed(
  tx: ShopTransaction,
  caller: Caller,
  list: string,
  name: string,
): Promise<SavedView | undefined> {
  const [view] = await tx
    .select(columns)
    .from(savedViews)
    .where(and(ownViews(caller), eq(savedViews.list, list), eq(savedViews.name, name)));
  return view;
}

const nameTaken = (name: string) => conflict(`You have a view of this list with the name "${name}".`);

const noSuchView = () => notFound("There is no such view. It may have been deleted in another window.");

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
