/** SQL for the partner of the code that a customer used last before a moment, as `handle`. $1 is the shop. */
export const lastPartner = (customerId: string, until: string): string =>
  `SELECT r.partner_handle AS handle FROM code_registrations AS r
    WHERE r.shop = $1 AND r.customer_id = ${customerId} AND r.registered_at <= ${until}
    ORDER BY r.registered_at DESC LIMIT 1`;

/** SQL for how many customers registered with codes of each partner, as `handle` and `registrations`. $1 is the shop. */
export const registrationsByPartner = (start: string, end: string): string =>
  `SELECT partner_handle AS handle, count(DISTINCT customer_id)::int AS registrations FROM code_registrations
    WHERE shop = $1 AND registered_at >= ${start} AND registered_at < ${end} GROUP BY partner_handle`;

/** SQL for the partners' names, as `handle` and `name`. $1 is the shop. */
export const PARTNER_NAMES = "SELECT handle, name FROM partners WHERE shop = $1";
