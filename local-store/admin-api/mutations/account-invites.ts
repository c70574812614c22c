import { activationToken, setCustomerAccountState } from "../../data/customer-accounts.ts";
import { findCustomer } from "../../data/find-customers.ts";
import type { CustomerRow } from "../../data/rows.ts";
import { saveMail } from "../../mail/mailbox.ts";
import { plainMessage } from "../../mail/plain-message.ts";
import { type RequestContext, requireScope } from "../context.ts";
import { idOfType } from "../gid.ts";
import { customerSource } from "../resolvers/customer.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

interface InviteInput {
  customerId: string;
  email?: { subject?: string | null; customMessage?: string | null } | null;
}

/** Shopify's account invitation email, for shops with classic customer accounts. */
export const accountInviteMutations: TypeResolvers = {
  customerSendAccountInviteEmail: async (_root, { customerId, email }: InviteInput, context) => {
    requireScope(context, "customerSendAccountInviteEmail", "write_customers");
    const { store, shop } = context;
    const customer = await findCustomer(store.pool, shop.domain, idOfType(customerId, "Customer"));
    const problem = inviteError(context, customer);
    if (!customer?.email || problem)
      return { customer: null, userErrors: [{ field: ["customerId"], message: problem, code: "INVALID" }] };
    const invited = (await setCustomerAccountState(store, shop.domain, customer.id, "INVITED")) ?? customer;
    const address = `${context.publicUrl}/storefront/${shop.domain}/account/activate/${customer.id}/${activationToken(customer)}`;
    const subject = email?.subject || "Customer account activation";
    const lines = [
      `Hi ${customer.first_name ?? ""}`.trim(),
      email?.customMessage ?? "",
      `Activate your account: ${address}`,
    ];
    await saveMail(store, {
      from: shop.email,
      to: [customer.email],
      raw: plainMessage({
        from: `${shop.name} <${shop.email}>`,
        to: customer.email,
        subject,
        text: lines.join("\n\n"),
      }),
    });
    return { customer: customerSource(invited), userErrors: [] };
  },
};

function inviteError({ shop }: RequestContext, customer: CustomerRow | null): string | null {
  if (shop.customer_accounts_version !== "CLASSIC") return "The shop doesn't use classic customer accounts";
  if (!customer) return "Customer does not exist";
  if (!customer.email) return "Customer has no email address";
  return customer.state === "ENABLED" ? "Customer account is already enabled" : null;
}
