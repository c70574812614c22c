import { findFiles } from "../../catalog/media.ts";
import { findCustomer, findCustomerByEmail, findCustomerByPhone } from "../../data/find-customers.ts";
import { findProductByHandle, findProducts, findVariants } from "../../data/products.ts";
import { type RequestContext, requireScope } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { idOfType, parseGid } from "../gid.ts";
import { type SearchArguments, tableCount, tablePage } from "../paging/table-page.ts";
import { customerFields, fileFields, productFields, variantFields } from "../search/searchable-fields.ts";
import { findBulkOperation } from "./bulk-operation.ts";
import { productSource, variantSource } from "./catalog-sources.ts";
import { findCollection } from "./collection.ts";
import { customerSource, readCustomers } from "./customer.ts";
import { findFulfillment } from "./fulfillment.ts";
import { findMedia, mediaSource } from "./media.ts";
import { findMetaobject } from "./metaobject.ts";
import { findOrderSource, findOrderTransaction } from "./order.ts";
import { findPriceListSource } from "./price-list.ts";
import { findReturnSource } from "./return.ts";
import { shopSource } from "./shop.ts";
import { findCreditTransaction, findStoreCreditAccount } from "./store-credit.ts";
import type { TypeResolvers } from "./types.ts";
import { findSubscription } from "./webhook-subscription.ts";

/** Root fields for customers, products, and nodes. */
export const resourceQueries: TypeResolvers = {
  customer: async (_root, args: { id: string }, context) => {
    const row = await findCustomer(context.store.pool, context.shop.domain, idOfType(args.id, "Customer"));
    return row && customerSource(row);
  },
  customerByIdentifier: async (_root, args: { identifier: CustomerIdentifier }, context) => {
    const row = await findCustomerByIdentifier(context, args.identifier);
    return row && customerSource(row);
  },
  customers: (_root, args: SearchArguments, context, info) =>
    tablePage(context, pathOf(info), "customers", customerFields, args, (ids) => readCustomers(context, ids)),
  customersCount: (_root, args: CountArguments, context, info) =>
    tableCount(context, pathOf(info), "customers", customerFields, args.query, limitOf(args)),
  files: (_root, args: SearchArguments, context, info) =>
    tablePage(context, pathOf(info), "media_files", fileFields, args, async (ids) =>
      (await findFiles(context.store.pool, context.shop.domain, ids)).map(mediaSource),
    ),
  product: async (_root, args: { id: string }, context) => {
    const [row] = await findProducts(context.store.pool, context.shop.domain, [idOfType(args.id, "Product")]);
    return row ? productSource(row) : null;
  },
  productByIdentifier: async (_root, { identifier }: { identifier: ProductIdentifier }, context) => {
    const { pool } = context.store;
    const { domain } = context.shop;
    if (identifier.customId) throw notImplemented("products identified by customId");
    const row = identifier.id
      ? (await findProducts(pool, domain, [idOfType(identifier.id, "Product")]))[0]
      : await findProductByHandle(pool, domain, identifier.handle ?? "");
    return row ? productSource(row) : null;
  },
  products: (_root, args: SearchArguments, context, info) =>
    tablePage(context, pathOf(info), "products", productFields, args, async (ids) =>
      (await findProducts(context.store.pool, context.shop.domain, ids)).map(productSource),
    ),
  productsCount: (_root, args: CountArguments, context, info) =>
    tableCount(context, pathOf(info), "products", productFields, args.query, limitOf(args)),
  productVariant: async (_root, args: { id: string }, context) => {
    const [row] = await findVariants(context.store.pool, context.shop.domain, [
      idOfType(args.id, "ProductVariant"),
    ]);
    return row ? variantSource(row) : null;
  },
  productVariants: (_root, args: SearchArguments, context, info) =>
    tablePage(context, pathOf(info), "variants", variantFields, args, async (ids) =>
      (await findVariants(context.store.pool, context.shop.domain, ids)).map(variantSource),
    ),
  node: (_root, args: { id: string }, context) => findNode(context, args.id, "node"),
  nodes: (_root, args: { ids: string[] }, context) => args.ids.map((id) => findNode(context, id, "nodes")),
};

interface CustomerIdentifier {
  id?: string;
  emailAddress?: string;
  phoneNumber?: string;
  customId?: unknown;
}

interface ProductIdentifier {
  id?: string;
  handle?: string;
  customId?: unknown;
}

interface CountArguments {
  query?: string | null;
  limit?: number | null;
}

/** The schema's default is 10,000. An explicit null counts all rows. */
function limitOf(args: CountArguments): number | null {
  return args.limit === undefined ? 10_000 : args.limit;
}

function pathOf(info: { path: { key: string | number } }): Array<string | number> {
  return [info.path.key];
}

/** The customer with this id, email address, or phone number. */
export async function findCustomerByIdentifier(context: RequestContext, identifier: CustomerIdentifier) {
  const { pool } = context.store;
  const shop = context.shop.domain;
  if (identifier.id) return findCustomer(pool, shop, idOfType(identifier.id, "Customer"));
  if (identifier.emailAddress) return findCustomerByEmail(pool, shop, identifier.emailAddress);
  if (identifier.phoneNumber) return findCustomerByPhone(pool, shop, identifier.phoneNumber);
  throw notImplemented("customers identified by customId");
}

async function findNode(context: RequestContext, globalId: string, field: string): Promise<unknown> {
  const { type, id } = parseGid(globalId);
  const { pool } = context.store;
  const shop = context.shop.domain;
  switch (type) {
    case "Customer": {
      requireScope(context, field, "read_customers");
      const row = await findCustomer(pool, shop, id);
      return row && customerSource(row);
    }
    case "Product": {
      requireScope(context, field, "read_products");
      const [row] = await findProducts(pool, shop, [id]);
      return row ? productSource(row) : null;
    }
    case "ProductVariant": {
      requireScope(context, field, "read_products");
      const [row] = await findVariants(pool, shop, [id]);
      return row ? variantSource(row) : null;
    }
    case "Collection":
      requireScope(context, field, "read_products");
      return findCollection(context, id);
    case "PriceList":
      requireScope(context, field, "read_products");
      return findPriceListSource(context, id);
    case "MediaImage":
    case "Video":
    case "ExternalVideo":
    case "GenericFile":
      requireScope(context, field, "read_files");
      return findMedia(context, type, id);
    case "Metaobject":
      requireScope(context, field, "read_metaobjects");
      return findMetaobject(context, id);
    case "Order":
      requireScope(context, field, "read_orders");
      return findOrderSource(context, id);
    case "Fulfillment":
      requireScope(context, field, "read_orders");
      return findFulfillment(context, id, findOrderSource);
    case "OrderTransaction":
      requireScope(context, field, "read_orders");
      return findOrderTransaction(context, id);
    case "Return":
      requireScope(context, field, "read_returns");
      return findReturnSource(context, id);
    case "StoreCreditAccount":
      requireScope(context, field, "read_store_credit_accounts");
      return findStoreCreditAccount(context, id);
    case "StoreCreditAccountCreditTransaction":
      requireScope(context, field, "read_store_credit_account_transactions");
      return findCreditTransaction(context, id);
    case "BulkOperation":
      return findBulkOperation(context, id);
    case "WebhookSubscription":
      return findSubscription(context, id);
    case "Shop":
      return id === context.shop.id ? shopSource(context) : null;
    default:
      throw notImplemented(`nodes of type ${type}`);
  }
}

/** The required scope of each root field. */
const SCOPES: Readonly<Record<string, string>> = {
  customer: "read_customers",
  customerByIdentifier: "read_customers",
  customers: "read_customers",
  customersCount: "read_customers",
  customerSegmentMembers: "read_customers",
  collection: "read_products",
  collections: "read_products",
  files: "read_files",
  fulfillmentOrder: "read_merchant_managed_fulfillment_orders",
  location: "read_locations",
  locations: "read_locations",
  metaobject: "read_metaobjects",
  metaobjectByHandle: "read_metaobjects",
  metaobjectDefinitionByType: "read_metaobject_definitions",
  metaobjects: "read_metaobjects",
  priceList: "read_products",
  priceLists: "read_products",
  product: "read_products",
  productByIdentifier: "read_products",
  products: "read_products",
  productsCount: "read_products",
  productVariant: "read_products",
  productVariants: "read_products",
  codeDiscountNode: "read_discounts",
  codeDiscountNodeByCode: "read_discounts",
  codeDiscountNodes: "read_discounts",
  discountNode: "read_discounts",
  discountNodes: "read_discounts",
  discountRedeemCodeBulkCreation: "read_discounts",
  order: "read_orders",
  orderByIdentifier: "read_orders",
  orders: "read_orders",
  ordersCount: "read_orders",
  return: "read_returns",
  returnReasonDefinitions: "read_returns",
  returnableFulfillments: "read_returns",
  reverseDelivery: "read_returns",
  reverseFulfillmentOrder: "read_returns",
  storeCreditAccount: "read_store_credit_accounts",
  customerCreate: "write_customers",
  customerUpdate: "write_customers",
  customerSet: "write_customers",
  customerDelete: "write_customers",
  customerEmailMarketingConsentUpdate: "write_customers",
  customerSmsMarketingConsentUpdate: "write_customers",
  discountCodeActivate: "write_discounts",
  discountCodeBasicCreate: "write_discounts",
  discountCodeBasicUpdate: "write_discounts",
  discountCodeDeactivate: "write_discounts",
  discountCodeDelete: "write_discounts",
  discountCodeRedeemCodeBulkDelete: "write_discounts",
  discountRedeemCodeBulkAdd: "write_discounts",
  fileCreate: "write_files",
  fileUpdate: "write_files",
  fulfillmentCreate: "write_merchant_managed_fulfillment_orders",
  metaobjectDefinitionCreate: "write_metaobject_definitions",
  metaobjectDelete: "write_metaobjects",
  metaobjectUpsert: "write_metaobjects",
  orderCancel: "write_orders",
  orderCreate: "write_orders",
  orderMarkAsPaid: "write_orders",
  orderRiskAssessmentCreate: "write_orders",
  orderUpdate: "write_orders",
  priceListFixedPricesAdd: "write_products",
  productReorderMedia: "write_products",
  productVariantsBulkUpdate: "write_products",
  refundCreate: "write_orders",
  returnApproveRequest: "write_returns",
  returnCancel: "write_returns",
  returnClose: "write_returns",
  returnCreate: "write_returns",
  returnDeclineRequest: "write_returns",
  returnProcess: "write_returns",
  returnRequest: "write_returns",
  reverseDeliveryCreateWithShipping: "write_returns",
  reverseDeliveryShippingUpdate: "write_returns",
  storeCreditAccountCredit: "write_store_credit_account_transactions",
  storeCreditAccountDebit: "write_store_credit_account_transactions",
};

/** Throws ACCESS_DENIED if the token lacks the root field's scope. */
export function requireRootScope(context: RequestContext, field: string): void {
  const scope = SCOPES[field];
  if (scope) requireScope(context, field, scope);
}
