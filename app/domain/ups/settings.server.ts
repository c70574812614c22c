import { defineConnectorSettings } from "~/core/connectors/connector-settings.server";
import { NOT_CONFIGURED } from "./messages";

/** The address of UPS, the shop's account there, what is bought, and where returns are sent. */
export const upsSettings = defineConnectorSettings({
  settingsKey: "ups",
  name: "UPS",
  secret: "client secret",
  fields: [
    "accountNumber",
    "clientId",
    "service",
    "packaging",
    "returnName",
    "returnAddress",
    "returnCity",
    "returnState",
    "returnZip",
    "returnPhone",
  ],
  notConfigured: NOT_CONFIGURED,
});
