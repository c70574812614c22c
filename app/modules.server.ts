import { attachmentsModule } from "./core/attachments/module.server";
import { auditModule } from "./core/audit/module.server";
import { deskModule } from "./core/desk/module.server";
import { erasureModule } from "./core/erasure/module.server";
import { exportsModule } from "./core/exports/module.server";
import { filesModule } from "./core/files/module.server";
import { importsModule } from "./core/imports/module.server";
import { outboxModule } from "./core/mail/module.server";
import { mirrorsModule } from "./core/mirrors/module.server";
import { paletteModule } from "./core/palette/module.server";
import { publicFormsModule } from "./core/public-forms/module.server";
import { reportsModule } from "./core/reports/module.server";
import { requestsModule } from "./core/requests/module.server";
import { safeguardsModule } from "./core/safeguards/module.server";
import { switchesModule } from "./core/settings/module.server";
import { syncsModule } from "./core/syncs/module.server";
import { viewsModule } from "./core/views/module.server";
import { webhooksModule } from "./core/webhooks/module.server";
import { agoraModule } from "./domain/agora/module.server";
import { codesModule } from "./domain/codes/module.server";
import { customersModule } from "./domain/customers/module.server";
import { ekataConnectionModule } from "./domain/ekata/module.server";
import { eventInvitationsModule } from "./domain/events/module.server";
import { invitationsModule } from "./domain/invitations/module.server";
import { ledgerModule } from "./domain/ledger/module.server";
import { notesModule } from "./domain/notes/module.server";
import { ordersModule } from "./domain/orders/module.server";
import { pricesModule } from "./domain/prices/module.server";
import { productsModule } from "./domain/products/module.server";
import { registrationsModule } from "./domain/registrations/module.server";
import { salsifyModule } from "./domain/salsify/module.server";
import { searchModule } from "./domain/search/module.server";
import { submissionsModule } from "./domain/submissions/module.server";
import { upsModule } from "./domain/ups/module.server";
import { accessModule } from "./functions/access/module.server";
import { activityModule } from "./functions/activity/module.server";
import { algoliaModule } from "./functions/algolia/module.server";
import { bulkPriceModule } from "./functions/bulkprice/module.server";
import { bundleReportModule } from "./functions/bundleReport/module.server";
import { couponsModule } from "./functions/coupons/module.server";
import { creditsModule } from "./functions/credits/module.server";
import { dashboardModule } from "./functions/dashboard/module.server";
import { ekataModule } from "./functions/ekata/module.server";
import { eventsModule } from "./functions/events/module.server";
import { giveawaysModule } from "./functions/giveaways/module.server";
import { invitesModule } from "./functions/invites/module.server";
import { inviteUsersModule } from "./functions/inviteusers/module.server";
import { jobsModule } from "./functions/jobs/module.server";
import { knotReportModule } from "./functions/knotReport/module.server";
import { mailModule } from "./functions/mail/module.server";
import { nationalModule } from "./functions/national/module.server";
import { orderReturnsModule } from "./functions/orderReturns/module.server";
import { partnerUsersModule } from "./functions/partnerusers/module.server";
import { personModule } from "./functions/person/module.server";
import { pricecontrolModule } from "./functions/pricecontrol/module.server";
import { priceSpiderModule } from "./functions/priceSpider/module.server";
import { productMediaModule } from "./functions/productMedia/module.server";
import { promoModule } from "./functions/promo/module.server";
import { registrationCodesModule } from "./functions/registrationCodes/module.server";
import { retireeUsersModule } from "./functions/retireeusers/module.server";
import { salsifyReportModule } from "./functions/salsify/module.server";
import { salsifyDisplayModule } from "./functions/salsifyDisplay/module.server";
import { settingsModule } from "./functions/settings/module.server";
import { solrModule } from "./functions/solr/module.server";
import { solrFiltersModule } from "./functions/solrFilters/module.server";
import { staffModule } from "./functions/staff/module.server";
import { studentsModule } from "./functions/students/module.server";
import { toolConnectUsersModule } from "./functions/toolconnectinviteusers/module.server";

/**
 * Every module, one line each: functions in the order of the menu, then modules without a menu entry: the customer card
 * (`functions/person`), then `domain` and `core`. Everything else derives from this list.
 */
export const modules = [
  studentsModule,
  staffModule,
  nationalModule,
  partnerUsersModule,
  retireeUsersModule,
  eventsModule,
  salsifyDisplayModule,
  inviteUsersModule,
  bulkPriceModule,
  pricecontrolModule,
  couponsModule,
  orderReturnsModule,
  productMediaModule,
  toolConnectUsersModule,
  solrModule,
  bundleReportModule,
  salsifyReportModule,
  ekataModule,
  solrFiltersModule,
  priceSpiderModule,
  registrationCodesModule,
  creditsModule,
  knotReportModule,
  giveawaysModule,
  algoliaModule,
  invitesModule,
  promoModule,
  dashboardModule,
  jobsModule,
  mailModule,
  activityModule,
  accessModule,
  settingsModule,
  personModule,
  agoraModule,
  attachmentsModule,
  publicFormsModule,
  requestsModule,
  auditModule,
  codesModule,
  customersModule,
  deskModule,
  paletteModule,
  ekataConnectionModule,
  erasureModule,
  eventInvitationsModule,
  exportsModule,
  filesModule,
  importsModule,
  invitationsModule,
  ledgerModule,
  mirrorsModule,
  outboxModule,
  notesModule,
  ordersModule,
  pricesModule,
  productsModule,
  registrationsModule,
  reportsModule,
  syncsModule,
  salsifyModule,
  searchModule,
  upsModule,
  submissionsModule,
  viewsModule,
  webhooksModule,
  safeguardsModule,
  switchesModule,
] as const;
