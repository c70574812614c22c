import { mailText } from "~/core/mail/mail-text";
import { reasonNotToAlert, reasonNotToSend, reasonNotToWarn } from "./held-mails.server";

export const couponMail = mailText({
  id: "coupon.assigned",
  name: "Coupon",
  when: "When a paid order matches the rule of a coupon pool, and when the email is sent again",
  subject: "Your coupon from {{shop}}",
  body: `Hello {{name}},

Thank you for your order {{order}}. Here is your coupon for {{value}}:

{{code}}

Enter it at checkout. {{validity}}

{{shop}}`,
  placeholders: {
    name: { meaning: "The customer's first name, or their full name", example: "Ana" },
    order: { meaning: "The name of the order", example: "#1001" },
    value: { meaning: "What the coupon takes off", example: "10% off" },
    code: { meaning: "The coupon's code", example: "WELCOME-7KQ2" },
    validity: {
      meaning: "Until when it can be used, as a sentence",
      example: "It can be used until 12/31/2027.",
    },
  },
  findObjection: reasonNotToSend,
});

export const couponLevelMail = mailText({
  id: "coupon.level",
  name: "Coupon pool is running out",
  when: "When a coupon pool has as few free codes as its alert level, once until codes are added",
  subject: "Free coupons left in {{pool}}: {{free}}",
  body: `Hello,

Free coupons left in the pool {{pool}}: {{free}}. Its alert level is {{level}}. {{waiting}}

Upload more codes under Coupons in Backroom.

{{shop}}`,
  placeholders: {
    pool: { meaning: "The pool's name", example: "Welcome back" },
    free: { meaning: "How many coupons are free", example: "25" },
    level: { meaning: "The pool's alert level", example: "25" },
    waiting: {
      meaning: "How many orders wait for a coupon, as a sentence",
      example: "No order is waiting for a coupon.",
    },
  },
  findObjection: reasonNotToAlert,
});

export const couponExpiryMail = mailText({
  id: "coupon.expiry",
  name: "Coupon pool expires soon",
  when: "A week before the discount of a coupon pool ends, if the pool assigns coupons",
  subject: "The coupons of {{pool}} can be used until {{endDate}}",
  body: `Hello,

The discount of the coupon pool {{pool}} ends on {{endDate}}. Paid orders get no coupons of it after that.

Change the end date in Shopify, or set up another pool under Coupons in Backroom.

{{shop}}`,
  placeholders: {
    pool: { meaning: "The pool's name", example: "Welcome back" },
    endDate: { meaning: "The last day of the discount", example: "12/31/2027" },
  },
  findObjection: reasonNotToWarn,
});

export const couponDiscountDeletedMail = mailText({
  id: "coupon.discount-deleted",
  name: "Discount of a coupon pool was deleted",
  when: "When the discount of a coupon pool was deleted in Shopify",
  subject: "The discount of {{pool}} was deleted in Shopify",
  body: `Hello,

The discount of the coupon pool {{pool}} was deleted in Shopify, so its codes no longer work. Paid orders get no coupons of it from now on. {{waiting}}

Set up another pool under Coupons in Backroom.

{{shop}}`,
  placeholders: {
    pool: { meaning: "The pool's name", example: "Welcome back" },
    waiting: {
      meaning: "How many orders wait for a coupon, as a sentence",
      example: "No order is waiting for a coupon.",
    },
  },
});
