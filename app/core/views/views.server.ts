import { randomUUID } from "node:crypto";
import { implement } from "@orpc/server";
import { and, count, eq } from "drizzle-orm";
import type { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { administrators } from "~/platform/auth/tables.server";
import { readTogether } from "~/platform/db/read-shop.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { type savedView, viewsContract } from "./contract";
import { savedViews } from "./tables.server";

/** More would make the menu hard to use. */
export const MAX_VIEWS_PER_LIST = 30;

type SavedView = z.infer<typeof savedView>;

const calls = implement(viewsContract).$context<CallContext>().use(guard);

/** Implements the calls about saved views. */
export const viewsRouter = calls.router({
  list: calls.list.handler(async ({ input, context }) => {
    assertList(context, input.list);
    return { views: await listViews(context, input.list) };
  }),
  save: calls.save.handler(({ input, context }) => {
    assertList(context, input.list);
    return saveView(context, input);
  }),
  rename: calls.rename.handler(({ input, context }) => renameView(context, input.id, input.name)),
  remove: calls.remove.handler(({ input, context }) => removeView(context, input.id)),
});

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
