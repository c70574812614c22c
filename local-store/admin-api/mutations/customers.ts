import type { CustomerInput } from "../../data/customer-input.ts";
import {
  type CustomerChange,
  createCustomer,
  deleteCustomer,
  setConsent,
  updateCustomer,
} from "../../data/customers.ts";
import type { CustomerRow, UserError } from "../../data/rows.ts";
import { type RequestContext, storedNamespace } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { gid, idOfType } from "../gid.ts";
import { customerSource } from "../resolvers/customer.ts";
import { findCustomerByIdentifier } from "../resolvers/queries.ts";
import { shopSource } from "../resolvers/shop.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

/** The common fields of the schema's `CustomerInput` and `CustomerSetInput`. */
interface ApiCustomerInput extends Omit<CustomerInput, "metafields"> {
  id?: string | null;
  metafields?: Array<{
    id?: string | null;
    namespace?: string | null;
    key?: string;
    type?: string;
    value?: string;
  }> | null;
}

interface SetIdentifier {
  id?: string;
  email?: string;
  phone?: string;
  customId?: unknown;
}

/** The mutations of customers. */
export const customerMutations: TypeResolvers = {
  customerCreate: async (_root, { input }: { input: ApiCustomerInput }, context) => {
    if (input.id) return refused("customer", [{ field: ["id"], message: "Cannot specify ID on creation" }]);
    const change = await createCustomer(context.store, context.shop.domain, toInput(input, context));
    return payload("customerCreate", change, context);
  },

  customerUpdate: async (_root, { input }: { input: ApiCustomerInput }, context) => {
    if (!input.id) return refused("customer", [{ field: ["id"], message: "Customer does not exist" }]);
    const id = idOfType(input.id, "Customer");
    const change = await updateCustomer(context.store, context.shop.domain, id, toInput(input, context));
    return payload("customerUpdate", change, context);
  },

  customerSet: async (
    _root,
    args: { identifier?: SetIdentifier | null; input: ApiCustomerInput },
    context,
  ) => {
    const { identifier, input } = args;
    const problem = identifierProblem(identifier, input);
    if (problem) return refused("customer", [problem]);
    const existing =
      identifier && (await findCustomerByIdentifier(context, toCustomerIdentifier(identifier)));
    const fields = toInput(input, context);
    const shop = context.shop.domain;
    if (!existing && identifier?.id) {
      return refused("customer", [
        { field: ["input"], message: "Resource matching the identifier was not found.", code: "NOT_FOUND" },
      ]);
    }
    const change = existing
      ? await updateCustomer(context.store, shop, existing.id, fields)
      : await createCustomer(context.store, shop, fields);
    return payload("customerSet", withInputPath(change), context);
  },

  customerDelete: async (_root, { input }: { input: { id: string } }, context) => {
    const id = idOfType(input.id, "Customer");
    const { customer, userErrors } = await deleteCustomer(context.store, context.shop.domain, id);
    if (customer) context.store.counters.mutation(context.shop.domain, "customerDelete", id, true);
    return {
      deletedCustomerId: customer ? gid("Customer", id) : null,
      shop: shopSource(context),
      userErrors,
    };
  },

  customerEmailMarketingConsentUpdate: async (_root, { input }: { input: EmailConsentInput }, context) => {
    const id = idOfType(input.customerId, "Customer");
    const change = await setConsent(
      context.store,
      context.shop.domain,
      id,
      "email",
      input.emailMarketingConsent,
    );
    return payload("customerEmailMarketingConsentUpdate", change, context);
  },

  customerSmsMarketingConsentUpdate: async (_root, { input }: { input: SmsConsentInput }, context) => {
    const id = idOfType(input.customerId, "Customer");
    const change = await setConsent(context.store, context.shop.domain, id, "sms", input.smsMarketingConsent);
    return payload("customerSmsMarketingConsentUpdate", change, context);
  },
};

interface EmailConsentInput {
  customerId: string;
  emailMarketingConsent: { marketingState: string; marketingOptInLevel?: string; consentUpdatedAt?: string };
}

interface SmsConsentInput {
  customerId: string;
  smsMarketingConsent: { marketingState: string; marketingOptInLevel?: string; consentUpdatedAt?: string };
}

/** The payload of a mutation that returns `customer`, or null with user errors. */
function payload(mutation: string, change: CustomerChange, context: RequestContext) {
  if (change.userErrors.length > 0) return refused("customer", change.userErrors);
  const customer = change.customer as CustomerRow;
  context.store.counters.mutation(context.shop.domain, mutation, customer.id, true);
  return { customer: customerSource(customer), userErrors: [] };
}

function refused(field: string, userErrors: UserError[]) {
  return { [field]: null, userErrors: userErrors.map((error) => ({ ...error, code: error.code ?? null })) };
}

/** The user errors of `customerSet` have field paths that start with `input`. */
function withInputPath(change: CustomerChange): CustomerChange {
  return {
    ...change,
    userErrors: change.userErrors.map((error) => ({ ...error, field: ["input", ...(error.field ?? [])] })),
  };
}

function toCustomerIdentifier(identifier: SetIdentifier) {
  return {
    id: identifier.id,
    emailAddress: identifier.email,
    phoneNumber: identifier.phone,
    customId: identifier.customId,
  };
}

/** The identifier's value must be repeated in the input. */
function identifierProblem(
  identifier: SetIdentifier | null | undefined,
  input: ApiCustomerInput,
): UserError | null {
  for (const key of ["email", "phone"] as const) {
    const value = identifier?.[key];
    if (!value) continue;
    if (!input[key]) {
      return {
        field: ["input", key],
        message: `The ${key} field is required when it is the identifier.`,
        code: "MISSING_FIELD_REQUIRED",
      };
    }
    if (input[key]?.trim().toLowerCase() !== value.trim().toLowerCase()) {
      return {
        field: ["input", key],
        message: "The identifier value does not match the value of the corresponding field in the input.",
        code: "INPUT_MISMATCH",
      };
    }
  }
  return null;
}

function toInput(input: ApiCustomerInput, context: RequestContext): CustomerInput {
  const { id: _id, metafields, ...fields } = input;
  const unsupported = ["multipassIdentifier", "taxExemptions", "whatsAppMarketingConsent"].find(
    (name) => name in fields,
  );
  if (unsupported) throw notImplemented(`the customer's field ${unsupported}`);
  return {
    ...fields,
    ...(metafields && {
      metafields: metafields.map((metafield) => {
        const { key, type, value } = metafield;
        if (!key || !type || value === undefined)
          throw notImplemented("metafields without key, type, and value");
        return { namespace: storedNamespace(context, metafield.namespace), key, type, value };
      }),
    }),
  };
}
