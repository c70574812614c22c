import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { numberedPage } from "~/core/lists/numbered-page";
import {
  changeUserType,
  createUserType,
  removeUserType,
  restoreUserType,
  setReadOnly,
} from "~/domain/invitations/user-types/change-user-type.server";
import {
  allUserTypes,
  findUserTypes,
  type UserTypeRow,
  userTypeOf,
} from "~/domain/invitations/user-types/find-user-types.server";
import { withShop } from "~/platform/db/with-shop.server";
import { userTypesContract } from "./user-types-contract";

const calls = implement(userTypesContract).$context<CallContext>().use(guard);

/** The calls about user types. */
export const userTypesRouter = calls.router({
  list: calls.list.handler(async ({ context }) => {
    const types = await withShop(context.shop.domain, (tx) => allUserTypes(tx, context.shop.domain));
    return { status: true, msg: "", list: types.map(({ id, name }) => ({ userTypeId: id, name })) };
  }),
  pages: calls.pages.handler(async ({ input, context }) => {
    const { domain } = context.shop;
    const isDeleted = input.deleted === "1";
    const { rows, total } = await withShop(domain, (tx) =>
      findUserTypes(tx, domain, { ...input, isDeleted }),
    );
    return numberedPage(rows.map(userTypeOf), { total, ...input });
  }),
  create: calls.create.handler(async ({ input: { operationId, ...words }, context }) =>
    result("was added", await createUserType(context, words, operationId)),
  ),
  change: calls.change.handler(async ({ input: { id, version, ...words }, context }) =>
    result("was changed", await changeUserType(context, { id, version }, words)),
  ),
  remove: calls.remove.handler(async ({ input, context }) =>
    result("was deleted", await removeUserType(context, input.id)),
  ),
  restore: calls.restore.handler(async ({ input, context }) =>
    result("was restored", await restoreUserType(context, input.id)),
  ),
  setReadOnly: calls.setReadOnly.handler(async ({ input, context }) =>
    result(
      input.readOnly ? "is read-only" : "can be edited and deleted",
      await setReadOnly(context, input.id, input.readOnly),
    ),
  ),
});

const result = (what: string, type: UserTypeRow) => ({
  status: true as const,
  msg: `The user type “${type.name}” ${what}.`,
  userType: userTypeOf(type),
});
