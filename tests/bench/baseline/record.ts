/** A row of the mirror as `pg` reads it. */
export interface MirrorRecord {
  id: string;
  display_name: string;
  email: string | null;
  tags: string[];
  created_at: Date;
  country_code: string | null;
  amount_spent_cents: string;
  metafields: Record<string, string>;
  total: string | null;
}
