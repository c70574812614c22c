import { z } from "zod";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { userTypeShape, userTypeWords } from "~/domain/invitations/user-types/user-type";
import { call } from "~/platform/contract/call";
import { userTypesList } from "./list";

/** The number of a user type, in a path. */
const id = z.coerce
  .number("must be the id of a user type")
  .int("must be the id of a user type")
  .min(1, "must be the id of a user type")
  .max(2_147_483_647, "must be the id of a user type");

/** What a change answers: that it was made, in a sentence, and the type as it is now. */
const changed = z.object({ status: z.literal(true), msg: z.string(), userType: userTypeShape });

/** The calls about user types. */
export const userTypesContract = {
  list: call("showInvites")
    .route({ method: "GET", path: "/invites/userTypes/list", summary: "Every user type, to choose from" })
    .output(
      z.object({
        status: z.literal(true),
        msg: z.string(),
        list: z.array(z.object({ userTypeId: z.number().int(), name: z.string() })),
      }),
    ),
  pages: call("showInvites")
    .route({ method: "GET", path: "/invites/userTypes/pages", summary: "A page of the user types, by name" })
    .input(
      z.object({
        search: z.string().trim().max(60, "must be at most 60 characters").default(""),
        /** 1 for those that were deleted and can be restored. */
        deleted: z.enum(["0", "1"], "must be 0 or 1").default("0"),
        ...numberedRequest(userTypesList.pageSize),
      }),
    )
    .output(numberedPageOf(userTypeShape)),
  create: call("showInvites")
    .route({ method: "POST", path: "/invites/userType", summary: "Add a user type" })
    .input(userTypeWords.extend({ operationId: z.string().min(8).max(100).optional() }))
    .output(changed),
  change: call("showInvites")
    .route({ method: "POST", path: "/invites/userType/{id}", summary: "Change a user type" })
    .input(
      userTypeWords.extend({
        id,
        /** The version that was changed. Refused with 409 when it isn't the current one. */
        version: z.coerce.number().int().optional(),
      }),
    )
    .output(changed),
  remove: call("showInvites")
    .route({
      method: "DELETE",
      path: "/invites/userType/{id}",
      summary: "Delete a user type without open invitations. It can be restored",
    })
    .input(z.object({ id }))
    .output(changed),
  restore: call("showInvites")
    .route({
      method: "POST",
      path: "/invites/userType/{id}/restore",
      summary: "Take the deletion of a user type back",
    })
    .input(z.object({ id }))
    .output(changed),
  setReadOnly: call("owner")
    .route({
      method: "POST",
      path: "/invites/userType/{id}/readOnly",
      summary: "Say whether a user type may be edited and deleted",
    })
    .input(z.object({ id, readOnly: z.boolean("must be true or false") }))
    .output(changed),
};
