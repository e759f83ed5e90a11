/** What only the demo club may say of itself. */
export const ofDemo =
  /since 2005|open since|foundingDate|openingHours|05:45 to|"05:45|Saturday we hit|until Christmas|quietest class|to get through a wedding|ever shouted at me|ancient town|at the desk whenever|Court Street|555-0142|palestra\.example|[Dd]emo club/

/** What a club that sends no mail cannot promise. */
export const ofMail =
  /(?<!obody )(gets?|has|have) a letter|and a letter|letter (goes out|now|tells|is on its way|with your words)|people are told|by mail/
