/** Fictitious people, schools, and companies. Any resemblance is coincidental. */

/** Given and family names by language. All languages are equally likely, so that every script appears early. */
export const NAMES: ReadonlyArray<{ country: string; given: readonly string[]; family: readonly string[] }> =
  [
    {
      country: "US",
      given: ["Ava", "Noah", "Mia", "Liam", "Zoe", "Ethan", "Grace", "Owen", "Ruby", "Caleb", "Ivy", "Miles"],
      family: ["Carter", "Brooks", "Hayes", "Reed", "Foster", "Bennett", "Ward", "Price", "Sutton", "O'Neil"],
    },
    {
      country: "CA",
      given: ["Élise", "Gabriel", "Maëlle", "Théo", "Noémie", "Félix", "Chloé", "Raphaël", "Léa", "Jérôme"],
      family: ["Tremblay", "Gagné", "Côté", "Bélanger", "Lévesque", "Pelletier", "Fréchette", "Désilets"],
    },
    {
      country: "DE",
      given: ["Jörg", "Käthe", "Björn", "Lena", "Günther", "Annika", "Sören", "Mareike", "Jürgen", "Frieda"],
      family: [
        "Müller",
        "Weiß",
        "Schäfer",
        "Krüger",
        "Böhm",
        "Jäger",
        "Vogel",
        "Lindner",
        "Größer",
        "Köhler",
      ],
    },
    {
      country: "ES",
      given: ["Lucía", "Álvaro", "Inés", "Íñigo", "Begoña", "Óscar", "Nuria", "Andrés", "Pilar", "Raúl"],
      family: ["García", "Muñoz", "Ibáñez", "Núñez", "Peña", "Domínguez", "Vázquez", "Cañas", "Ortega"],
    },
    {
      country: "PL",
      given: ["Zofia", "Łukasz", "Małgorzata", "Paweł", "Kinga", "Bartłomiej", "Żaneta", "Grzegorz", "Ewa"],
      family: ["Wiśniewska", "Wójcik", "Kowalczyk", "Dąbrowska", "Zając", "Król", "Jabłońska", "Piątek"],
    },
    {
      country: "CZ",
      given: ["Tomáš", "Jiří", "Eliška", "Ondřej", "Kateřina", "Matěj", "Barbora", "Šimon", "Vendula"],
      family: ["Novák", "Svoboda", "Dvořák", "Černý", "Procházka", "Krejčí", "Růžička", "Fiala", "Němec"],
    },
    {
      country: "TR",
      given: ["Ayşe", "Emre", "Çağla", "Ömer", "Gülşah", "Barış", "Şirin", "Oğuz", "Zeynep", "İlker"],
      family: ["Yılmaz", "Şahin", "Öztürk", "Çelik", "Doğan", "Kılıç", "Aydın", "Güneş", "Türkoğlu"],
    },
    {
      country: "JP",
      given: ["美咲", "翔太", "結衣", "大輝", "陽菜", "蓮", "さくら", "健太"],
      family: ["佐藤", "鈴木", "高橋", "田中", "渡辺", "伊藤", "山本", "中村"],
    },
    {
      country: "GR",
      given: ["Ελένη", "Γιώργος", "Μαρία", "Νίκος", "Σοφία", "Δημήτρης", "Κατερίνα"],
      family: ["Παπαδόπουλος", "Βλάχος", "Αγγέλου", "Νικολάου", "Οικονόμου", "Γεωργίου"],
    },
    {
      country: "VN",
      given: ["Anh", "Bảo", "Dũng", "Hương", "Khánh", "Linh", "Ngọc", "Thảo", "Tuấn"],
      family: ["Nguyễn", "Trần", "Lê", "Phạm", "Hoàng", "Đặng", "Bùi", "Đỗ"],
    },
  ];

/** Cities by country, for addresses: city, province or state code, postal code. */
export const CITIES: Readonly<Record<string, readonly [city: string, province: string, zip: string][]>> = {
  US: [
    ["Towson", "MD", "21204"],
    ["Columbus", "OH", "43215"],
    ["Portland", "OR", "97205"],
  ],
  CA: [
    ["Québec", "QC", "G1R 2S5"],
    ["Ottawa", "ON", "K1P 5M7"],
  ],
  DE: [
    ["Köln", "", "50667"],
    ["Leipzig", "", "04109"],
  ],
  ES: [
    ["Málaga", "MA", "29005"],
    ["Logroño", "LO", "26001"],
  ],
  PL: [
    ["Łódź", "", "90-001"],
    ["Kraków", "", "31-002"],
  ],
  CZ: [
    ["Plzeň", "", "301 00"],
    ["Brno", "", "602 00"],
  ],
  TR: [
    ["İzmir", "", "35220"],
    ["Eskişehir", "", "26120"],
  ],
  JP: [
    ["Kyoto", "JP-26", "604-8005"],
    ["Sapporo", "JP-01", "060-0042"],
  ],
  GR: [
    ["Πάτρα", "", "262 21"],
    ["Βόλος", "", "382 21"],
  ],
  VN: [
    ["Đà Nẵng", "", "550000"],
    ["Huế", "", "530000"],
  ],
};

export const SCHOOLS = [
  "Chesapeake Technical College",
  "École des Métiers du Nord",
  "Berufskolleg Köln-Ost",
  "Instituto Politécnico del Ebro",
  "Politechnika Łódzka",
  "Střední průmyslová škola Plzeň",
  "Ege Meslek Yüksekokulu",
  "Kamogawa Institute of Technology",
  "Lakeside Community College",
  "Pine Ridge Vocational School",
  "St. Mary's School of Carpentry",
  "Harbor Trades Academy",
] as const;

export const COURSES = [
  "Carpentry",
  "Electrical Installation",
  "Plumbing",
  "HVAC",
  "Welding",
  "Construction Management",
  "Cabinet Making",
  "Automotive Technology",
  "Masonry",
  "Mechatronics",
] as const;

export const DISTRIBUTORS = [
  "Harbor Tool Supply",
  "Northline Distribution",
  "Weiß & Söhne GmbH",
  "Herramientas Peña S.L.",
  "Delta Industrial",
] as const;

/** National partners, as in the tag `np:{partner}`. */
export const PARTNERS = ["skillsusa", "habitat", "acte", "mikerowe", "nccer"] as const;

export const STREETS = ["Harbor Road", "Rue Saint-Jean", "Lindenstraße", "Calle Mayor", "Mill Lane"] as const;
