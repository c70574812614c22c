import { accountInviteMutations } from "../mutations/account-invites.ts";
import { bulkMutations } from "../mutations/bulk.ts";
import { customerMutations } from "../mutations/customers.ts";
import { metafieldMutations } from "../mutations/metafields.ts";
import { storeCreditMutations } from "../mutations/store-credit.ts";
import { webhookMutations } from "../mutations/webhooks.ts";
import { bulkOperationQueries, bulkOperationResolvers } from "./bulk-operation.ts";
import { addressResolvers, customerLists, customerResolvers } from "./customer.ts";
import { metafieldResolvers } from "./metafield.ts";
import { definitionQueries, definitionResolvers } from "./metafield-definition.ts";
import { orderQueries, orderResolvers, orderTransactionResolvers, ownedOrders } from "./order.ts";
import {
  mediaImageResolvers,
  productLists,
  productResolvers,
  variantLists,
  variantResolvers,
} from "./product.ts";
import { resourceQueries } from "./queries.ts";
import {
  appInstallationLists,
  appInstallationResolvers,
  shopLists,
  shopQueries,
  shopResolvers,
  staffMemberResolvers,
} from "./shop.ts";
import {
  ownedStoreCredit,
  storeCreditAccountResolvers,
  storeCreditQueries,
  storeCreditTransactionResolvers,
} from "./store-credit.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";
import { subscriptionQueries, subscriptionResolvers } from "./webhook-subscription.ts";

/** The resolvers by type and field. A field without a resolver, list, or property is NOT_IMPLEMENTED. */
export const resolvers: Readonly<Record<string, TypeResolvers>> = {
  QueryRoot: {
    ...shopQueries,
    ...resourceQueries,
    ...bulkOperationQueries,
    ...subscriptionQueries,
    ...definitionQueries,
    ...orderQueries,
    ...storeCreditQueries,
  },
  Mutation: {
    ...customerMutations,
    ...accountInviteMutations,
    ...metafieldMutations,
    ...webhookMutations,
    ...bulkMutations,
    ...storeCreditMutations,
  },
  AppInstallation: appInstallationResolvers,
  BulkOperation: bulkOperationResolvers,
  Customer: { ...customerResolvers, ...ownedOrders },
  MailingAddress: addressResolvers,
  MediaImage: mediaImageResolvers,
  Metafield: metafieldResolvers,
  MetafieldDefinition: definitionResolvers,
  Order: orderResolvers,
  OrderTransaction: orderTransactionResolvers,
  Product: productResolvers,
  ProductVariant: variantResolvers,
  Shop: shopResolvers,
  StaffMember: staffMemberResolvers,
  StoreCreditAccount: storeCreditAccountResolvers,
  StoreCreditAccountCreditTransaction: storeCreditTransactionResolvers,
  StoreCreditAccountDebitRevertTransaction: storeCreditTransactionResolvers,
  StoreCreditAccountDebitTransaction: storeCreditTransactionResolvers,
  StoreCreditAccountExpirationTransaction: storeCreditTransactionResolvers,
  WebhookSubscription: subscriptionResolvers,
};

/** Connections with short lists that are read completely, for the Admin API and bulk operations. */
export const lists: Readonly<Record<string, Readonly<Record<string, ListResolver>>>> = {
  AppInstallation: appInstallationLists,
  Customer: { ...customerLists, ...ownedStoreCredit },
  Product: productLists,
  ProductVariant: variantLists,
  Shop: shopLists,
};
