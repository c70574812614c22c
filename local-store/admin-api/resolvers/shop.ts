import { toDateTime } from "../../data/instants.ts";
import type { ShopRow, StaffMemberRow } from "../../data/rows.ts";
import { findStaffMember } from "../../data/shops.ts";
import { appNumber, type RequestContext } from "../context.ts";
import { gid } from "../gid.ts";
import { metafieldField, metafieldsList } from "./metafield.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";

const PLAN_NAMES = {
  BASIC: "Basic",
  ADVANCED: "Advanced",
  PLUS: "Shopify Plus",
  ENTERPRISE: "Commerce Components",
};

/** The supported fields of the shop. */
export const shopResolvers: TypeResolvers = {
  id: (shop: ShopRow) => gid("Shop", shop.id),
  myshopifyDomain: (shop: ShopRow) => shop.domain,
  url: (shop: ShopRow) => `https://${shop.domain}`,
  contactEmail: (shop: ShopRow) => shop.email,
  currencyCode: (shop: ShopRow) => shop.currency,
  ianaTimezone: (shop: ShopRow) => shop.iana_timezone,
  weightUnit: (shop: ShopRow) => shop.weight_unit,
  createdAt: (shop: ShopRow) => toDateTime(shop.created_at),
  plan: (shop: ShopRow) => ({
    publicDisplayName: shop.partner_development ? "Development" : PLAN_NAMES[shop.plan],
    displayName: shop.partner_development ? "Developer Preview" : PLAN_NAMES[shop.plan],
    shopifyPlus: shop.plan === "PLUS" || shop.plan === "ENTERPRISE",
    partnerDevelopment: shop.partner_development,
  }),
  customerAccountsV2: (shop: ShopRow) => ({
    customerAccountsVersion: shop.customer_accounts_version,
    loginRequiredAtCheckout: shop.login_required_at_checkout,
    loginLinksVisibleOnStorefrontAndCheckout: true,
    url: shop.customer_accounts_version === "CLASSIC" ? null : `https://shopify.com/${shop.id}/account`,
  }),
  metafield: metafieldField("SHOP"),
};

/** The connections of the shop that are read completely. */
export const shopLists: Readonly<Record<string, ListResolver>> = { metafields: metafieldsList("SHOP") };

/** The fields of the app's installation in the shop. */
export const appInstallationResolvers: TypeResolvers = {
  id: (installation: { id: number }) => gid("AppInstallation", installation.id),
  accessScopes: (_installation, _args, context) =>
    context.token.scopes.map((handle) => ({ handle, description: handle.replace(/_/g, " ") })),
  metafield: metafieldField("API_PERMISSION"),
};

/** The connections of the app's installation that are read completely. */
export const appInstallationLists: Readonly<Record<string, ListResolver>> = {
  metafields: metafieldsList("API_PERMISSION"),
};

/** The fields of a staff member. */
export const staffMemberResolvers: TypeResolvers = {
  id: (member: StaffMemberRow) => gid("StaffMember", member.id),
  firstName: (member: StaffMemberRow) => member.first_name,
  lastName: (member: StaffMemberRow) => member.last_name,
  name: (member: StaffMemberRow) => `${member.first_name} ${member.last_name}`.trim(),
  isShopOwner: (member: StaffMemberRow) => member.is_shop_owner,
  exists: () => true,
};

/** Root fields for the shop, the app's installation, and the current staff member. */
export const shopQueries: TypeResolvers = {
  shop: (_root, _args, context) => shopSource(context),
  storeCreditConfiguration: (_root, _args, context) => ({
    storeCreditEnabled: context.shop.store_credit_enabled,
  }),
  currentAppInstallation: (_root, _args, context) => ({
    __typename: "AppInstallation",
    id: appNumber(context.token.api_key),
  }),
  currentStaffMember: async (_root, _args, context) => {
    if (context.token.staff_id === null) return null;
    const member = await findStaffMember(context.store.pool, context.shop.domain, context.token.staff_id);
    return member && { ...member, __typename: "StaffMember" };
  },
};

/** The shop as a resolver source. */
export function shopSource(context: RequestContext): ShopRow & { __typename: "Shop" } {
  return { ...context.shop, __typename: "Shop" };
}
