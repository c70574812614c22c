-- An index on an expression has no statistics until its table is analyzed. Without them, a rare state would be looked for in all submissions.
ANALYZE "submissions";
