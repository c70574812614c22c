import { accountInviteMutations } from "../mutations/account-invites.ts";
import { bulkMutations } from "../mutations/bulk.ts";
import { customerMutations } from "../mutations/customers.ts";
import { discountMutations } from "../mutations/discounts.ts";
import { fileMutations } from "../mutations/files.ts";
import { fulfillmentMutations } from "../mutations/fulfillments.ts";
import { metafieldMutations } from "../mutations/metafields.ts";
import { metaobjectMutations } from "../mutations/metaobjects.ts";
import { orderMutations } from "../mutations/orders.ts";
import { priceListMutations } from "../mutations/price-lists.ts";
import { productMutations } from "../mutations/products.ts";
import { refundMutations } from "../mutations/refunds.ts";
import { returnMutations } from "../mutations/returns.ts";
import { storeCreditMutations } from "../mutations/store-credit.ts";
import { tagMutations } from "../mutations/tags.ts";
import { webhookMutations } from "../mutations/webhooks.ts";
import { bulkOperationQueries, bulkOperationResolvers } from "./bulk-operation.ts";
import { collectionLists, collectionQueries, collectionResolvers } from "./collection.ts";
import { addressResolvers, customerLists, customerResolvers } from "./customer.ts";
import {
  codeCreationLists,
  codeCreationResolvers,
  createdCodeResolvers,
  discountQueries,
  discountResolvers,
  redeemCodeResolvers,
} from "./discount.ts";
import {
  fulfillmentEventResolvers,
  fulfillmentLineResolvers,
  fulfillmentLists,
  fulfillmentResolvers,
} from "./fulfillment.ts";
import {
  fulfillmentOrderLineResolvers,
  fulfillmentOrderLists,
  fulfillmentOrderQueries,
  fulfillmentOrderResolvers,
} from "./fulfillment-order.ts";
import { jobQueries } from "./job.ts";
import { lineItemResolvers } from "./line-item.ts";
import { locationQueries } from "./location.ts";
import { fileResolvers } from "./media.ts";
import { metafieldResolvers } from "./metafield.ts";
import { definitionQueries, definitionResolvers } from "./metafield-definition.ts";
import { metaobjectDefinitionResolvers, metaobjectQueries, metaobjectResolvers } from "./metaobject.ts";
import { orderLists, orderQueries, orderResolvers, orderTransactionResolvers, ownedOrders } from "./order.ts";
import {
  priceListLists,
  priceListPriceResolvers,
  priceListQueries,
  priceListResolvers,
} from "./price-list.ts";
import { productLists, productResolvers, variantLists, variantResolvers } from "./product.ts";
import { resourceQueries } from "./queries.ts";
import { refundLineResolvers, refundLists, refundResolvers } from "./refund.ts";
import { ownedReturn, returnLists, returnQueries, returnResolvers } from "./return.ts";
import { segmentQueries } from "./segment.ts";
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
    ...returnQueries,
    ...locationQueries,
    ...fulfillmentOrderQueries,
    ...storeCreditQueries,
    ...collectionQueries,
    ...priceListQueries,
    ...metaobjectQueries,
    ...jobQueries,
    ...discountQueries,
    ...segmentQueries,
  },
  Mutation: {
    ...customerMutations,
    ...accountInviteMutations,
    ...metafieldMutations,
    ...webhookMutations,
    ...bulkMutations,
    ...storeCreditMutations,
    ...productMutations,
    ...tagMutations,
    ...fileMutations,
    ...priceListMutations,
    ...metaobjectMutations,
    ...discountMutations,
    ...orderMutations,
    ...fulfillmentMutations,
    ...refundMutations,
    ...returnMutations,
  },
  AppInstallation: appInstallationResolvers,
  ...fileResolvers,
  BulkOperation: bulkOperationResolvers,
  Collection: collectionResolvers,
  Customer: { ...customerResolvers, ...ownedOrders },
  DiscountCodeBasic: discountResolvers,
  DiscountRedeemCode: redeemCodeResolvers,
  DiscountRedeemCodeBulkCreation: codeCreationResolvers,
  DiscountRedeemCodeBulkCreationCode: createdCodeResolvers,
  Fulfillment: fulfillmentResolvers,
  FulfillmentEvent: fulfillmentEventResolvers,
  FulfillmentLineItem: fulfillmentLineResolvers,
  FulfillmentOrder: fulfillmentOrderResolvers,
  FulfillmentOrderLineItem: fulfillmentOrderLineResolvers,
  LineItem: lineItemResolvers,
  MailingAddress: addressResolvers,
  Metafield: metafieldResolvers,
  MetafieldDefinition: definitionResolvers,
  Metaobject: metaobjectResolvers,
  MetaobjectDefinition: metaobjectDefinitionResolvers,
  Order: orderResolvers,
  OrderTransaction: orderTransactionResolvers,
  PriceList: priceListResolvers,
  PriceListPrice: priceListPriceResolvers,
  Product: productResolvers,
  ProductVariant: variantResolvers,
  Refund: { ...refundResolvers, ...ownedReturn },
  RefundLineItem: refundLineResolvers,
  ...returnResolvers,
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
  Collection: collectionLists,
  Customer: { ...customerLists, ...ownedStoreCredit },
  DiscountRedeemCodeBulkCreation: codeCreationLists,
  Fulfillment: fulfillmentLists,
  FulfillmentOrder: fulfillmentOrderLists,
  Order: orderLists,
  PriceList: priceListLists,
  Product: productLists,
  ProductVariant: variantLists,
  Refund: refundLists,
  ...returnLists,
  Shop: shopLists,
};
