import type { Permission } from "~/platform/auth/permission";
import { PROMO_EXAMPLES } from "./promo-examples.ts";

/** A call of the contract as it stands behind `/api`. */
export interface ContractCall {
  /** Such as `students.list`. */
  name: string;
  method: string;
  path: string;
  /** What its declaration says; undefined when it says nothing, which must never be. */
  permission: Permission | undefined;
}

/** The records that the example requests are about. */
export interface Subject {
  customerId: number;
  decisionId: string;
  jobId: string;
  viewId: string;
  importId: string;
  ruleId: string;
  administratorId: string;
  fileId: string;
  mailId: string;
  userTypeId: number;
  invitationId: string;
  eventId: number;
  giveawayId: number;
}

/** A request as it goes over the wire. */
export interface ExampleRequest {
  path: string;
  body?: unknown;
}

/** Every call of the contract, found in the contract itself. */
export async function contractCalls(): Promise<ContractCall[]> {
  const { app } = await import("../../support/app.ts");
  const found: ContractCall[] = [];
  const walk = (part: object, name: string) => {
    for (const [key, value] of Object.entries(part)) {
      const path = name ? `${name}.${key}` : key;
      const declared = (value as { "~orpc"?: Declaration })["~orpc"];
      if (!declared) walk(value, path);
      else
        found.push({
          name: path,
          method: declared.route.method ?? "POST",
          path: declared.route.path ?? "",
          permission: permissionOf(path, declared),
        });
    }
  };
  walk(app.contract, "");
  return found;

  // The handlers of the import wizard and of reports check the flags of the declared kinds.
  function permissionOf(name: string, { meta }: Declaration): Permission | undefined {
    if (name.startsWith("reports.")) return [...app.declarations.reports.values()].map(({ flag }) => flag);
    if (!name.startsWith("imports.") || meta.permission !== "signed-in") return meta.permission;
    return [...app.declarations.imports.values()].map(({ kind }) => kind.flag);
  }
}

interface Declaration {
  route: { method?: string; path?: string };
  meta: { permission?: Permission };
}

const gid = (id: number) => `gid://shopify/Customer/${id}`;

const RULE = {
  name: "An example",
  registration: "student",
  school: "",
  domains: ["uni.example"],
  setAsideShare: 10,
};

/** The example requests of a screen of invited users. */
function invitedUserExamples(
  name: string,
  calls: string,
): Record<string, (subject: Subject) => ExampleRequest> {
  const body = { searchValue: "", searchType: "Email" };
  const rows = { excelData: [{ Email: "an@example.com", "First Name": "An", "Last Name": "Example" }] };
  return {
    [`${name}.invited`]: () => ({ path: `/${calls}inviteuserslist?pageSize=100`, body }),
    [`${name}.registered`]: () => ({ path: `/${calls}registereduserslist?pageSize=100`, body }),
    [`${name}.counts`]: () => ({ path: `/${calls}users/counts` }),
    [`${name}.options`]: () => ({ path: `/${calls}users/options` }),
    [`${name}.figure`]: () => ({ path: `/${calls}users/figure` }),
    [`${name}.save`]: () => ({ path: `/${calls}editinviteuser`, body: rows }),
    [`${name}.reinviteFile`]: () => ({ path: `/${calls}ImportReinviteUsers`, body: rows }),
    [`${name}.reinvite`]: ({ invitationId }) => ({
      path: `/${calls}sendinvite/${invitationId}`,
      body: {},
    }),
    [`${name}.revoke`]: ({ invitationId }) => ({ path: `/${calls}inviteduser/${invitationId}` }),
    [`${name}.restore`]: ({ invitationId }) => ({
      path: `/${calls}inviteduser/${invitationId}/restore`,
      body: {},
    }),
  };
}

/** The example requests of the exports of such a screen. */
const invitedExportExamples = (audience: string, calls: string): Record<string, () => ExampleRequest> =>
  Object.fromEntries(
    ["invited", "registered"].flatMap((tab) => [
      [`exports.${audience}.${tab}.rows`, () => ({ path: `/${calls}${tab}user/excelexport`, body: {} })],
      [`exports.${audience}.${tab}.start`, () => ({ path: `/${calls}${tab}user/excelexport/job`, body: {} })],
    ]),
  );
const EVENT = {
  name: "An example",
  description: "An example",
  dateFrom: "2027-03-01T14:00:00Z",
  dateTo: "2027-03-01T22:00:00Z",
};

/** A valid request for every call. A call that is missing here fails the tests that go over all of them. */
const EXAMPLES: Record<string, (subject: Subject) => ExampleRequest> = {
  ...PROMO_EXAMPLES,
  "customers.detail": ({ customerId }) => ({ path: `/customer/${customerId}` }),
  "customers.changeStatus": ({ customerId }) => ({
    path: "/customers",
    body: { ids: { id: gid(customerId) }, removeTag: "Pending", addTag: "Approved" },
  }),
  "customers.edit": ({ customerId }) => ({
    path: "/studentcustomers",
    body: { id: gid(customerId), school: "An example" },
  }),
  "customers.undoDecisions": ({ jobId }) => ({ path: `/decisions/jobs/${jobId}/undo`, body: {} }),
  "customers.undoDecision": ({ decisionId }) => ({ path: `/decisions/${decisionId}/undo`, body: {} }),
  "customers.lastDecision": ({ customerId }) => ({ path: `/customer/${customerId}/last-decision` }),
  "customers.decideMany": ({ customerId }) => ({
    path: "/customers/decisions",
    body: {
      registration: "student",
      customers: [{ id: gid(customerId), label: "An example" }],
      removeTag: "Pending",
      addTag: "Approved",
    },
  }),
  "customers.mirror": () => ({ path: "/mirror" }),
  "customers.rebuildMirror": () => ({ path: "/mirror/rebuild", body: {} }),
  "orders.mirror": () => ({ path: "/orders/mirror" }),
  "orders.rebuildMirror": () => ({ path: "/orders/mirror/rebuild", body: {} }),
  "products.mirror": () => ({ path: "/products/mirror" }),
  "products.rebuildMirror": () => ({ path: "/products/mirror/rebuild", body: {} }),
  "questions.ask": ({ customerId }) => ({
    path: "/questions",
    body: { ids: { id: gid(customerId) }, text: "An example" },
  }),
  "questions.withdraw": ({ decisionId }) => ({ path: `/questions/${decisionId}/withdraw`, body: {} }),
  "reasons.read": () => ({ path: "/reasons" }),
  "reasons.save": () => ({
    path: "/reasons/reject",
    body: {
      reasons: [{ code: "example", label: "An example", text: "An example", active: true }],
      version: "",
    },
  }),
  "rules.list": () => ({ path: "/rules" }),
  "rules.create": () => ({ path: "/rules", body: RULE }),
  "rules.change": ({ ruleId }) => ({ path: `/rules/${ruleId}`, body: { ...RULE, version: 0 } }),
  "rules.turn": ({ ruleId }) => ({ path: `/rules/${ruleId}/switch`, body: { version: 1, active: false } }),
  "rules.replay": ({ ruleId }) => ({ path: `/rules/${ruleId}/replay` }),
  "rules.remove": ({ ruleId }) => ({ path: `/rules/${ruleId}` }),
  "agora.sync": ({ customerId }) => ({ path: "/agora", body: { id: gid(customerId) } }),
  "agora.syncMany": ({ customerId }) => ({
    path: "/agora/people",
    body: { registration: "student", customers: [{ id: gid(customerId), label: "An example" }] },
  }),
  "agora.states": ({ customerId }) => ({ path: "/agora/states", body: { ids: [gid(customerId)] } }),
  "connectors.agora.read": () => ({ path: "/agora/settings" }),
  "connectors.agora.save": () => ({ path: "/agora/settings", body: { base_url: "" } }),
  "connectors.agora.testConnection": () => ({ path: "/agora/test" }),
  "notes.list": ({ customerId }) => ({ path: `/customer/${customerId}/notes` }),
  "notes.add": ({ customerId }) => ({
    path: `/customer/${customerId}/notes`,
    body: { text: "An example" },
  }),
  "notes.change": ({ viewId }) => ({ path: `/notes/${viewId}`, body: { text: "Another", version: 1 } }),
  "notes.remove": ({ viewId }) => ({ path: `/notes/${viewId}` }),
  "notes.restore": ({ viewId }) => ({ path: `/notes/${viewId}/restore`, body: {} }),
  "students.list": () => ({
    path: "/students/pending?pageSize=100",
    body: { searchValue: "", searchType: "Email" },
  }),
  "students.place": ({ customerId }) => ({
    path: `/students/pending/place?id=${customerId}`,
    body: {},
  }),
  "students.counts": () => ({ path: "/students/counts" }),
  "students.figure": () => ({ path: "/students/figure" }),
  "students.defaultDiscountLimit": () => ({ path: "/default-discount-limit" }),
  "students.saveDefaultDiscountLimit": () => ({
    path: "/default-discount-limit",
    body: { default_discount_limit: "500" },
  }),
  "staff.list": () => ({
    path: "/staffs/pending?pageSize=100",
    body: { searchValue: "", searchType: "Email" },
  }),
  "staff.place": ({ customerId }) => ({
    path: `/staffs/pending/place?id=${customerId}`,
    body: {},
  }),
  "staff.counts": () => ({ path: "/staffs/counts" }),
  "staff.figure": () => ({ path: "/staffs/figure" }),
  "national.list": () => ({
    path: "/nationalpartners?pageSize=100",
    body: { searchValue: "", searchType: "Email" },
  }),
  "national.edit": ({ customerId }) => ({
    path: "/nationalpartner",
    body: { id: gid(customerId), crm_id: "An example" },
  }),
  "national.partners": () => ({ path: "/nationalpartners/partners" }),
  "national.figure": () => ({ path: "/nationalpartners/figure" }),
  "imports.list": () => ({ path: "/imports?kind=students" }),
  "imports.open": () => ({
    path: "/imports",
    body: {
      kind: "students",
      fileName: "example.csv",
      sha256: "0".repeat(64),
      columns: ["Email"],
      rowCount: 1,
    },
  }),
  "imports.decide": ({ importId }) => ({
    path: `/imports/${importId}/mapping`,
    body: { mapping: ["email"], blanks: "keep" },
  }),
  "imports.send": ({ importId }) => ({
    path: `/imports/${importId}/rows`,
    body: { rows: [{ number: 2, cells: ["an@example.com"] }] },
  }),
  "imports.finish": ({ importId }) => ({ path: `/imports/${importId}/check`, body: {} }),
  "imports.detail": ({ importId }) => ({ path: `/imports/${importId}` }),
  "imports.rows": ({ importId }) => ({ path: `/imports/${importId}/rows` }),
  "imports.writeRowsFile": ({ importId }) => ({ path: `/imports/${importId}/rows/file`, body: {} }),
  "imports.fix": ({ importId }) => ({
    path: `/imports/${importId}/rows/2`,
    body: { column: 0, value: "another@example.com" },
  }),
  "imports.format": ({ importId }) => ({
    path: `/imports/${importId}/formats/0`,
    body: { format: "month-first" },
  }),
  "imports.start": ({ importId }) => ({ path: `/imports/${importId}/start`, body: {} }),
  "imports.undo": ({ importId }) => ({ path: `/imports/${importId}/undo`, body: {} }),
  "imports.discard": ({ importId }) => ({ path: `/imports/${importId}` }),
  "imports.createStudents": () => ({
    path: "/createstudentcustomers",
    body: [{ Email: "an@example.com" }],
  }),
  "bulkPrice.list": () => ({ path: "/bulkprice", body: { searchValue: "AN" } }),
  "bulkPrice.page": () => ({ path: "/bulkprice/page" }),
  "bulkPrice.update": () => ({
    path: "/updatebulkprice",
    body: {
      ID: "1",
      MODEL: "AN-EXAMPLE",
      PRICE: "5.00",
      EFFECTIVE_DATE: "01-01-2199 00:00:00",
      BELOW_MAPP_ITEM_TAG: "false",
    },
  }),
  "imports.importPrices": () => ({
    path: "/bulkpriceupload",
    body: { excelData: [{ MODEL: "AN-EXAMPLE", PRICE: "5.00", EFFECTIVE_DATE: "01-01-2199 00:00:00" }] },
  }),
  "imports.importNational": () => ({
    path: "/nationalpartner",
    body: { excelData: [{ Email: "an@example.com" }] },
  }),
  "events.list": () => ({ path: "/events/list" }),
  "events.page": () => ({ path: "/events" }),
  "events.detail": ({ eventId }) => ({ path: `/events/${eventId}` }),
  "events.create": () => ({ path: "/events", body: EVENT }),
  "events.change": ({ eventId }) => ({ path: `/events/${eventId}`, body: { name: "Another example" } }),
  "events.archive": ({ eventId }) => ({ path: `/events/archive/${eventId}`, body: {} }),
  "events.restore": ({ eventId }) => ({ path: `/events/restore/${eventId}`, body: {} }),
  "events.figure": () => ({ path: "/events/figure" }),
  "events.inviteList": ({ eventId }) => ({ path: `/events/invites/list/${eventId}` }),
  "events.inviteOne": ({ eventId }) => ({
    path: `/events/invites/user/${eventId}`,
    body: { email: "an@example.com", firstName: "An", lastName: "Example" },
  }),
  "events.inviteMany": ({ eventId }) => ({
    path: `/events/invites/users/${eventId}`,
    body: [{ email: "an@example.com", first_name: "An", last_name: "Example" }],
  }),
  "events.removeUsers": ({ eventId }) => ({ path: `/events/${eventId}/users` }),
  "events.report": ({ eventId }) => ({ path: `/events/report/${eventId}`, body: {} }),
  "events.checkIns": ({ eventId }) => ({ path: `/events/${eventId}/check-in` }),
  "events.checkInRows": ({ eventId }) => ({ path: `/events/${eventId}/check-in/rows` }),
  "events.checkIn": ({ eventId, viewId }) => ({ path: `/events/${eventId}/check-in/${viewId}`, body: {} }),
  "events.undoCheckIn": ({ eventId, viewId }) => ({ path: `/events/${eventId}/check-in/${viewId}` }),
  "salsifyDisplay.list": () => ({ path: "/salsifyDisplayName/list" }),
  "productMedia.read": () => ({ path: "/productMedia/metafield/1" }),
  "productMedia.reset": () => ({ path: "/productMedia/reset/1", body: {} }),
  "productMedia.setStatus": () => ({ path: "/productMedia/update/status/1/1", body: {} }),
  "productMedia.setOrder": () => ({ path: "/productMedia/update/order/1/1", body: { order: 1 } }),
  "productMedia.setText": () => ({ path: "/productMedia/update/text/1/1", body: { text: "An example" } }),
  "productMedia.detach": () => ({ path: "/productMedia/detach/1/1", body: {} }),
  "productMedia.logs": () => ({ path: "/productMedia/logs/list?section=productMedia" }),
  "productMedia.log": ({ jobId }) => ({ path: `/productMedia/log?f=${jobId}` }),
  "productMedia.sync": () => ({ path: "/productMedia/sync" }),
  "productMedia.retry": ({ jobId }) => ({ path: "/productMedia/sync/retry", body: { f: jobId } }),
  "orderReturns.search": () => ({ path: "/shopify/order/search?value=1001" }),
  "orderReturns.create": () => ({
    path: "/shopify/order/return",
    body: { orderId: "gid://shopify/Order/1", lineItems: [{ lineitem_id: "1", quantity: 1 }] },
  }),
  "connectors.ups.read": () => ({ path: "/ups/settings" }),
  "connectors.ups.save": () => ({
    path: "/ups/settings",
    body: {
      base_url: "",
      accountNumber: "",
      clientId: "",
      service: "",
      packaging: "",
      returnName: "",
      returnAddress: "",
      returnCity: "",
      returnState: "",
      returnZip: "",
      returnPhone: "",
    },
  }),
  "connectors.ups.testConnection": () => ({ path: "/ups/test" }),
  "connectors.salsify.read": () => ({ path: "/salsify/settings" }),
  "connectors.salsify.save": () => ({
    path: "/salsify/settings",
    body: { base_url: "", organization: "", skuProperty: "", mediaProperties: "" },
  }),
  "connectors.salsify.testConnection": () => ({ path: "/salsify/test" }),
  "salsifyDisplay.save": () => ({
    path: "/salsifyDisplayName/list",
    body: { updateList: [] },
  }),
  "pricelog.list": () => ({ path: "/pricelog/list" }),
  "pricelog.export": () => ({ path: "/pricelog/list/export" }),
  "pricelog.history": () => ({ path: "/pricelog/history/1" }),
  "pricelog.figure": () => ({ path: "/pricelog/figure" }),
  "coupons.list": () => ({ path: "/coupons/list" }),
  "coupons.export": () => ({ path: "/coupons/list/export" }),
  "coupons.resend": () => ({ path: "/coupons/resend", body: { id: "1" } }),
  "coupons.pools": () => ({ path: "/coupons/pools" }),
  "coupons.pool": () => ({ path: "/coupons/pools/1" }),
  "coupons.createPool": () => ({ path: "/coupons/pools", body: { name: "An example", percent: 10 } }),
  "coupons.changePool": () => ({
    path: "/coupons/pools/1",
    body: { name: "An example", percent: 10, version: 1 },
  }),
  "coupons.figure": () => ({ path: "/coupons/figure" }),
  "imports.importCoupons": () => ({
    path: "/couponsupload",
    body: { excelData: [{ CouponCode: "AN-EXAMPLE" }], pool: 1 },
  }),
  "credits.customers": () => ({ path: "/credits/customers" }),
  "credits.addCustomer": () => ({
    path: "/credits/customer",
    body: { email: "an@example.com", amount: "5.00", reference: "An example" },
  }),
  "credits.issueCredits": ({ customerId }) => ({
    path: "/credits/issueCredits",
    body: { ids: String(customerId), amount: "5.00", reference: "An example" },
  }),
  "credits.adjustBalances": ({ customerId }) => ({
    path: "/credits/adjustBalances",
    body: { ids: String(customerId), amount: "5.00", reference: "An example" },
  }),
  "credits.postings": ({ viewId }) => ({ path: "/credits/transactions/states", body: { ids: [viewId] } }),
  "credits.transactions": () => ({ path: "/credits/transactions" }),
  "credits.approvals": () => ({ path: "/credits/approvals" }),
  "credits.approvalCustomers": ({ viewId }) => ({ path: `/credits/approvals/${viewId}/customers` }),
  "credits.approve": ({ viewId }) => ({ path: `/credits/approvals/${viewId}/approve`, body: {} }),
  "credits.decline": ({ viewId }) => ({
    path: `/credits/approvals/${viewId}/decline`,
    body: { reason: "An example" },
  }),
  "credits.saveApprovalLimit": () => ({ path: "/credits/approvals/limit", body: { amount: "100" } }),
  "credits.saveRepeatDays": () => ({ path: "/credits/repeats", body: { days: 7 } }),
  "credits.reminders": () => ({ path: "/credits/reminders" }),
  "credits.saveReminders": () => ({ path: "/credits/reminders", body: { isOn: true, daysBefore: 14 } }),
  "credits.liability": () => ({ path: "/credits/liability" }),
  "credits.statement": ({ customerId }) => ({ path: `/credits/statement/${customerId}` }),
  "credits.refresh": ({ customerId }) => ({ path: `/credits/statement/${customerId}/refresh`, body: {} }),
  "credits.importCustomers": () => ({
    path: "/credits/customers/import",
    body: { list: [{ email: "an@example.com", credit: "5.00", reference: "An example" }] },
  }),
  "credits.exportCustomers": () => ({ path: "/credits/customers/export", body: {} }),
  "credits.exportTransactions": () => ({ path: "/credits/transactions/export", body: {} }),
  "credits.reverse": ({ viewId }) => ({
    path: `/credits/transactions/${viewId}/reverse`,
    body: { reason: "An example" },
  }),
  "credits.giveUp": ({ viewId }) => ({
    path: `/credits/transactions/${viewId}/giveUp`,
    body: { reason: "An example" },
  }),
  "ledgerProof.read": () => ({ path: "/credits/proof" }),
  "ledgerProof.differences": () => ({ path: "/credits/proof/differences" }),
  "ledgerProof.prove": () => ({ path: "/credits/proof" }),
  "ledgerProof.compare": () => ({ path: "/credits/proof/compare" }),
  "ledgerProof.account": ({ customerId }) => ({ path: `/credits/proof/accounts/${customerId}` }),
  "credits.figure": () => ({ path: "/credits/figure" }),
  "giveaways.create": () => ({ path: "/giveaways", body: { admin: "1", name: "An example" } }),
  "giveaways.change": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}`,
    body: { name: "Another example" },
  }),
  "giveaways.remove": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}` }),
  "giveaways.restore": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/restore`, body: {} }),
  "giveaways.list": () => ({ path: "/giveaways/list" }),
  "giveaways.report": ({ giveawayId }) => ({ path: `/giveaways/report?id=${giveawayId}` }),
  "giveaways.names": () => ({ path: "/giveaways/names" }),
  "giveaways.detail": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}` }),
  "giveaways.figure": () => ({ path: "/giveaways/figure" }),
  "giveaways.entrants": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/entrants` }),
  "giveaways.setWeight": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/entrants/1/weight`,
    body: { weight: 2 },
  }),
  "giveaways.disqualify": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/entrants/1/disqualify`,
    body: { reason: "An example" },
  }),
  "giveaways.reinstate": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/entrants/1/reinstate`,
    body: { reason: "An example" },
  }),
  "giveaways.exportEntrants": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/entrants/export`,
    body: {},
  }),
  "giveaways.draws": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/draws` }),
  "giveaways.draw": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/draws`,
    body: { winners: 1, reason: "An example" },
  }),
  "giveaways.drawDetail": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/draws/1` }),
  "giveaways.places": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/draws/1/places` }),
  "giveaways.changePlace": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/draws/1/places/1`,
    body: { state: "declined", reason: "An example" },
  }),
  "giveaways.putBack": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/draws/1/places/1/back`,
    body: {},
  }),
  "giveaways.mailWinners": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/draws/1/mails`, body: {} }),
  "giveaways.verify": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/draws/1/verify` }),
  "giveaways.drawFile": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/draws/1/file`, body: {} }),
  "registrationCodes.list": () => ({ path: "/registrationCodes/list?active=Active" }),
  "registrationCodes.create": () => ({
    path: "/registrationCodes/code",
    body: { registrationCode: "EXAMPLE", startDate: "01/01/2027", endDate: "12/31/2027" },
  }),
  "registrationCodes.update": () => ({
    path: "/registrationCodes/code/999999",
    body: { registrationCode: "ANOTHER" },
  }),
  "registrationCodes.updateEmailDomains": () => ({
    path: "/registrationCodes/emailDomains/999999",
    body: { emailDomains: ["uni.example"] },
  }),
  "registrationCodes.history": () => ({ path: "/registrationCodes/history" }),
  "registrationCodes.figure": () => ({ path: "/registrationCodes/figure" }),
  "ekata.reportFromShopify": () => ({
    path: "/fraudCheck/reportFromShopify?dateFrom=2026-01-01&dateTo=2026-01-31&refresh=false",
  }),
  "connectors.ekata.read": () => ({ path: "/ekata/settings" }),
  "connectors.ekata.save": () => ({
    path: "/ekata/settings",
    body: { base_url: "", mediumFrom: "250", highFrom: "400" },
  }),
  "connectors.ekata.testConnection": () => ({ path: "/ekata/test" }),
  "partners.list": () => ({ path: "/registrationCodes/partners" }),
  "partners.save": () => ({
    path: "/registrationCodes/partners",
    body: { list: [{ handle: "an-example", name: "An example" }] },
  }),
  "invites.list": () => ({ path: "/invites/list?registered=0" }),
  "invites.invite": ({ userTypeId }) => ({
    path: "/invites/user",
    body: { userType: userTypeId, firstName: "An", lastName: "Example", email: "an@example.com" },
  }),
  "invites.remove": ({ invitationId }) => ({ path: `/invites/user/${invitationId}` }),
  "invites.resend": ({ invitationId }) => ({ path: `/invites/user/${invitationId}/resend`, body: {} }),
  "invites.inviteMany": () => ({
    path: "/invites/users",
    body: { list: [{ first_name: "An", last_name: "Example", email: "an@example.com", user_type: "None" }] },
  }),
  "invites.removeMany": ({ invitationId }) => ({
    path: "/invites/users",
    body: { list: [{ id: invitationId, email: "an@example.com" }] },
  }),
  "invites.resendMany": ({ invitationId }) => ({
    path: "/invites/users/resend",
    body: { list: [{ id: invitationId, email: "an@example.com" }] },
  }),
  "invites.restoreMany": ({ invitationId }) => ({
    path: "/invites/users/restore",
    body: { list: [{ id: invitationId, email: "an@example.com" }] },
  }),
  "invites.exportUsers": () => ({ path: "/invites/users/export", body: {} }),
  "invites.figure": () => ({ path: "/invites/figure" }),
  "invites.userTypes.list": () => ({ path: "/invites/userTypes/list" }),
  "invites.userTypes.pages": () => ({ path: "/invites/userTypes/pages" }),
  "invites.userTypes.create": () => ({ path: "/invites/userType", body: { name: "An example", tags: "" } }),
  "invites.userTypes.change": ({ userTypeId }) => ({
    path: `/invites/userType/${userTypeId}`,
    body: { name: "Another example", tags: "VIP" },
  }),
  "invites.userTypes.remove": ({ userTypeId }) => ({ path: `/invites/userType/${userTypeId}` }),
  "invites.userTypes.restore": ({ userTypeId }) => ({
    path: `/invites/userType/${userTypeId}/restore`,
    body: {},
  }),
  "invites.userTypes.setReadOnly": ({ userTypeId }) => ({
    path: `/invites/userType/${userTypeId}/readOnly`,
    body: { readOnly: false },
  }),
  ...invitedUserExamples("partnerusers", "partner"),
  ...invitedUserExamples("retireeusers", "retiree"),
  ...invitedUserExamples("inviteusers", "general"),
  ...invitedUserExamples("toolconnectinviteusers", "toolconnect"),
  ...invitedExportExamples("partner", "partner"),
  ...invitedExportExamples("retiree", "retiree"),
  ...invitedExportExamples("invite", "general"),
  ...invitedExportExamples("toolconnect", "toolconnect"),
  "invitations.reinviteMany": ({ invitationId }) => ({
    path: "/bulkreinvite",
    body: [{ id: invitationId, email: "" }],
  }),
  "jobs.list": () => ({ path: "/jobs" }),
  "jobs.detail": ({ jobId }) => ({ path: `/jobs/${jobId}` }),
  "jobs.items": ({ jobId }) => ({ path: `/jobs/${jobId}/items` }),
  "jobs.cancel": ({ jobId }) => ({ path: `/jobs/${jobId}/cancel`, body: {} }),
  "jobs.pause": ({ jobId }) => ({ path: `/jobs/${jobId}/pause`, body: {} }),
  "jobs.resume": ({ jobId }) => ({ path: `/jobs/${jobId}/resume`, body: {} }),
  "jobs.undo": ({ jobId }) => ({ path: `/jobs/${jobId}/undo`, body: {} }),
  "jobs.retry": ({ jobId }) => ({ path: `/jobs/${jobId}/retry`, body: {} }),
  "jobs.resultRows": ({ jobId }) => ({ path: `/jobs/${jobId}/rows` }),
  "jobs.startResultFile": ({ jobId }) => ({ path: `/jobs/${jobId}/rows/file`, body: {} }),
  "attachments.detail": ({ fileId }) => ({ path: `/attachments/${fileId}` }),
  "attachments.bytes": ({ fileId }) => ({ path: `/attachments/${fileId}/file` }),
  "files.detail": ({ fileId }) => ({ path: `/files/${fileId}` }),
  "files.part": ({ fileId }) => ({ path: `/files/${fileId}/parts/0` }),
  "mail.list": () => ({ path: "/mail" }),
  "mail.detail": ({ mailId }) => ({ path: `/mail/${mailId}` }),
  "mail.sendAgain": ({ mailId }) => ({ path: "/mail/send-again", body: { ids: [mailId] } }),
  "mail.allow": ({ mailId }) => ({ path: `/mail/${mailId}/allow`, body: {} }),
  "exports.student.rows": () => ({ path: "/excelexport/students/pending", body: {} }),
  "exports.student.start": () => ({ path: "/excelexport/students/pending/job", body: {} }),
  "exports.staff.rows": () => ({ path: "/excelexport/staffs/approved", body: {} }),
  "exports.staff.start": () => ({ path: "/excelexport/staffs/approved/job", body: {} }),
  "exports.national.rows": () => ({ path: "/excelexport/nationalpartners", body: {} }),
  "exports.national.start": () => ({ path: "/excelexport/nationalpartners/job", body: {} }),
  "exports.coupons.rows": () => ({ path: "/coupons/list/export", body: {} }),
  "exports.coupons.start": () => ({ path: "/coupons/list/export/job", body: {} }),
  "exports.pricelog.rows": () => ({ path: "/pricelog/list/export", body: {} }),
  "exports.pricelog.start": () => ({ path: "/pricelog/list/export/job", body: {} }),
  "bundle.report": () => ({
    path: "/bundle/report?date_from=2026-11-01&date_to=2026-11-02&bundle=true&component=false",
  }),
  "knot.report": () => ({ path: "/knot?dateFrom=2026-11-01T00:00:00Z&dateTo=2026-11-02T23:59:59Z" }),
  "reports.runs": () => ({ path: "/reports/bundleReport/runs" }),
  "reports.schedules": () => ({ path: "/reports/bundleReport/schedules" }),
  "reports.addSchedule": () => ({
    path: "/reports/bundleReport/schedules",
    body: { frequency: "monthly", hour: 6, options: { bundle: true, component: false } },
  }),
  "reports.removeSchedule": ({ viewId }) => ({ path: `/reports/bundleReport/schedules/${viewId}` }),
  "activity.list": () => ({ path: "/activity" }),
  "activity.people": () => ({ path: "/activity/people" }),
  "activity.proof": () => ({ path: "/activity/proof" }),
  "activity.prove": () => ({ path: "/activity/proof", body: {} }),
  "activity.ofSubject": ({ customerId }) => ({ path: `/activity/customer/${customerId}` }),
  "views.list": () => ({ path: "/views/students" }),
  "views.save": () => ({ path: "/views/students", body: { name: "An example", query: "tab=pending" } }),
  "views.rename": ({ viewId }) => ({ path: `/views/${viewId}`, body: { name: "Another example" } }),
  "views.remove": ({ viewId }) => ({ path: `/views/${viewId}` }),
  "access.list": () => ({ path: "/access/administrators" }),
  "access.grant": ({ administratorId }) => ({
    path: `/access/administrators/${administratorId}`,
    body: { version: 0, flags: [], tabLimits: {} },
  }),
  "mailSettings.read": () => ({ path: "/settings/mail" }),
  "mailSettings.saveSender": () => ({
    path: "/settings/mail/sender",
    body: { name: "An example", email: "", replyTo: "" },
  }),
  "mailSettings.savePace": () => ({ path: "/settings/mail/pace", body: { perMinute: null } }),
  "mailSettings.text": () => ({ path: "/settings/mail/texts/registration.ends" }),
  "mailSettings.saveText": () => ({
    path: "/settings/mail/texts/registration.ends",
    body: { subject: "An example", body: "For {{name}}" },
  }),
  "mailSettings.resetText": () => ({ path: "/settings/mail/texts/registration.ends" }),
  "mailSettings.sendTest": () => ({
    path: "/settings/mail/texts/registration.ends/test",
    body: { subject: "An example", body: "For {{name}}" },
  }),
  "settings.read": () => ({ path: "/settings" }),
  "settings.change": () => ({ path: "/settings", body: { switches: {} } }),
};

/** Records that do not exist, for requests that must be refused before anything is looked up. */
export const NOBODY: Subject = {
  customerId: 999_999_999,
  decisionId: "00000000-0000-4000-8000-000000000001",
  jobId: "00000000-0000-4000-8000-000000000002",
  viewId: "00000000-0000-4000-8000-000000000003",
  importId: "00000000-0000-4000-8000-000000000006",
  ruleId: "00000000-0000-4000-8000-000000000007",
  administratorId: "99",
  fileId: "00000000-0000-4000-8000-000000000004",
  mailId: "00000000-0000-4000-8000-000000000005",
  userTypeId: 999_999,
  invitationId: "00000000-0000-4000-8000-000000000008",
  eventId: 999_999,
  giveawayId: 999_999,
};

/** @throws for a call that the table above does not know: then add it there. */
export function exampleOf(call: ContractCall, subject: Subject): ExampleRequest {
  const example = EXAMPLES[call.name];
  if (!example) throw new Error(`There is no example request for the call ${call.name}; add one.`);
  return example(subject);
}
