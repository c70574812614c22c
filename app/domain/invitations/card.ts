import { defineCardPart } from "~/domain/customers/card-part";
import { AUDIENCES } from "./audiences";
import type { invitationsCalls } from "./calls.server";
import { type CustomerInvitations, InvitationsPart } from "./ui/InvitationsPart";

export const invitationsPart = defineCardPart<{ invitations: typeof invitationsCalls }, CustomerInvitations>({
  id: "invitations",
  title: "Invitations",
  permission: Object.values(AUDIENCES).map(({ flag }) => flag),
  place: "side",
  order: 30,
  follows: Object.values(AUDIENCES).map(({ list }) => list),
  async load(calls, _customer, id) {
    const invitations = await calls.invitations.ofCustomer({ id });
    return invitations.list.length > 0 ? invitations : null;
  },
  component: InvitationsPart,
});
