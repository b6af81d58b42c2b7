/** The session of a look-up, by its number. */
export const ofSession = `(
      SELECT sessions.id FROM owners CROSS JOIN sessions ON sessions.owner_id = owners.id
      WHERE owners.key = @owner AND sessions.key = @session)`;

/** The names of a row's lane, for whoever does not know them. */
export const refColumns = "owners.key AS owner, sessions.key AS session, lanes.key AS lane";
