import { liveAgora } from "~/connectors/agora/live.server";
import { defineConnector } from "~/core/connectors/define-connector.server";
import { NOT_CONFIGURED } from "./messages";

/** The connection to the shop's Agora. */
export const agoraConnector = defineConnector({
  name: "agora",
  title: "Agora",
  about:
    "The learning and reseller system that approved students and staff are synced to. Leave the address blank to turn it off.",
  address: {
    label: "Address",
    placeholder: "https://agora.example.com/api",
    helpText: "Customers are sent to this address followed by /users.",
  },
  secret: { name: "key", label: "Key", storedFlag: "hasKey" },
  notConfigured: NOT_CONFIGURED,
  nextStep: "Approved customers can now be synced to Agora.",
  test: {
    checks: "Agora accepts the key",
    steps: [
      {
        name: "Sign-in",
        async run(access) {
          await liveAgora(access).testKey();
          return "Agora accepts the key.";
        },
      },
    ],
  },
});
