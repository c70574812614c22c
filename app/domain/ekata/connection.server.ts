import { liveEkata } from "~/connectors/ekata/live.server";
import { defineConnection } from "~/core/connections/define-connection.server";
import { badRequest } from "~/platform/errors";
import { DEFAULT_THRESHOLDS } from "../../connectors/ekata/port";

const SCORES_NOT_IN_ORDER = "The score of a high risk must be above that of a medium risk.";

const score = {
  maxLength: 3,
  inputMode: "numeric",
  pattern: { source: "^([1-9]\\d?|[1-4]\\d\\d|500)$", message: "Enter a whole number from 1 to 500." },
} as const;

/** The connection to Ekata, and from which identity risk scores on a risk is medium or high. */
export const ekataConnection = defineConnection({
  name: "ekata",
  title: "Ekata",
  about:
    "Assesses the fraud risk of orders. Names, addresses, phone numbers and the IP address of the assessed orders are sent to it. Leave the address blank to turn it off.",
  address: { label: "Address", placeholder: "https://api.ekata.com" },
  secret: { name: "key", label: "Key", storedFlag: "hasKey" },
  options: [
    {
      fields: [
        {
          ...score,
          name: "mediumFrom",
          label: "Medium risk from score",
          initial: String(DEFAULT_THRESHOLDS.mediumFrom),
        },
        {
          ...score,
          name: "highFrom",
          label: "High risk from score",
          initial: String(DEFAULT_THRESHOLDS.highFrom),
          helpText: "The identity risk score is 0 to 500.",
        },
      ],
    },
  ],
  notConfigured: "Ekata isn't set up for this shop. The account owner can do it on Settings.",
  nextStep: "Test the connection, then create a report under Ekata.",
  check({ mediumFrom, highFrom }) {
    if (Number(highFrom) <= Number(mediumFrom))
      throw badRequest(SCORES_NOT_IN_ORDER, { highFrom: SCORES_NOT_IN_ORDER });
  },
  test: {
    checks: "Ekata accepts the key",
    steps: [
      {
        name: "Sign-in",
        async run(access) {
          await liveEkata(access).testKey();
          return "Ekata accepts the key.";
        },
      },
    ],
  },
});
