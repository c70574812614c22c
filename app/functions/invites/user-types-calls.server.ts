import { z } from "zod";
import { deletionFields, undoFields } from "~/core/audit/deletion.server";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { numberedPage, numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { readNumbered } from "~/core/lists/read-list.server";
import {
  changeUserType,
  createUserType,
  removeUserType,
  restoreUserType,
  setReadOnly,
} from "~/domain/invitations/user-types/change-user-type.server";
import {
  allUserTypes,
  readUserType,
  type UserTypeRow,
  userTypesList,
} from "~/domain/invitations/user-types/list.server";
import { userTypeWords } from "~/domain/invitations/user-types/user-type";
import { withShop } from "~/platform/db/with-shop.server";

/** The number of a user type, in a path. */
const id = z.coerce
  .number("must be the id of a user type")
  .int("must be the id of a user type")
  .min(1, "must be the id of a user type")
  .max(2_147_483_647, "must be the id of a user type");

/** What a change answers: that it was made, in a sentence, and the type as it is now. */
const changed = z.object({ status: z.literal(true), msg: z.string(), userType: userTypesList.row });

/** The calls about user types. */
export const userTypesCalls = {
  list: call("GET /invites/userTypes/list", {
    for: "showInvites",
    summary: "Every user type, to choose from",
    output: z.object({
      status: z.literal(true),
      msg: z.string(),
      list: z.array(z.object({ userTypeId: z.number().int(), name: z.string() })),
    }),
    async run(context) {
      const types = await withShop(context.shop.domain, (tx) => allUserTypes(tx, context.shop.domain));
      return {
        status: true as const,
        msg: "",
        list: types.map(({ id, name }) => ({ userTypeId: id, name })),
      };
    },
  }),
  pages: call("GET /invites/userTypes/pages", {
    for: "showInvites",
    summary: "A page of the user types, by name",
    input: z.object({
      search: userTypesList.input.search,
      ...userTypesList.filters,
      ...numberedRequest(userTypesList.pageSize),
    }),
    output: numberedPageOf(userTypesList.row),
    async run(context, { search, deleted, ...request }) {
      const filter = { search, deleted };
      const { rows, total } = await readNumbered(context, userTypesList, { ...request, filter });
      return numberedPage(rows, { total, ...request });
    },
  }),
  create: call("POST /invites/userType", {
    for: "showInvites",
    summary: "Add a user type",
    input: userTypeWords.extend({ operationId: z.string().min(8).max(100).optional() }),
    output: changed,
    run: async (context, { operationId, ...words }) =>
      result(context, "was added", await createUserType(context, words, operationId)),
  }),
  change: call("POST /invites/userType/{id}", {
    for: "showInvites",
    summary: "Change a user type",
    input: userTypeWords.extend({
      id,
      /** The version that was changed. Refused with 409 when it isn't the current one. */
      version: z.coerce.number().int().optional(),
    }),
    output: changed,
    run: async (context, { id, version, ...words }) =>
      result(context, "was changed", await changeUserType(context, { id, version }, words)),
  }),
  remove: call("DELETE /invites/userType/{id}", {
    for: "showInvites",
    summary: "Delete a user type without open invitations. It can be restored",
    input: z.object({ id }),
    output: changed.extend(deletionFields),
    async run(context, input) {
      const { type, deletion } = await removeUserType(context, input.id);
      return { ...(await result(context, "was deleted", type)), ...deletion };
    },
  }),
  restore: call("POST /invites/userType/{id}/restore", {
    for: "showInvites",
    summary: "Take the deletion of a user type back",
    input: z.object({ id, ...undoFields }),
    output: changed,
    run: async (context, input) => result(context, "was restored", await restoreUserType(context, input)),
  }),
  setReadOnly: call("POST /invites/userType/{id}/readOnly", {
    for: "owner",
    summary: "Say whether a user type may be edited and deleted",
    input: z.object({ id, readOnly: z.boolean("must be true or false") }),
    output: changed,
    run: async (context, input) =>
      result(
        context,
        input.readOnly ? "is read-only" : "can be edited and deleted",
        await setReadOnly(context, input.id, input.readOnly),
      ),
  }),
};

const result = async (context: CallContext, what: string, { id, name }: UserTypeRow) => ({
  status: true as const,
  msg: `The user type “${name}” ${what}.`,
  userType: await readUserType(context, id),
});
