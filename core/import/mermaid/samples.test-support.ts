/** samples: Mermaid diagrams that have, between them, what its documentation describes. */
const flowchart = [
  'flowchart LR\n  A[Start] --> B{Ready?}\n  B -- yes --> C([Go])\n  B -->|no| D[(Store)]',
  'graph TD;A-->B;A-->C;\nB-->D\nC-->D;',
  'flowchart TB\n  c1-->a2\n  subgraph one\n  a1-->a2\n  end\n  subgraph two\n  b1-->b2\n  end\n  subgraph three\n  c1-->c2\n  end\n  one --> two\n  three --> two\n  two --> c2',
  'flowchart TD\n  a["text (with) [brackets]"] --> b["`**bold** and _it_`"]\n  c@{ shape: cyl, label: "Database" } e1@--> d@{ shape: doc }\n  e1@{ animate: true }\n  b --x c\n  b o--o d',
  'flowchart LR\n  x1>odd] <--> x2[/in/] --> x3[/trap\\] --> x4[\\inv/] --> x5[\\lean\\]\n  z(((dbl)))\n  y{{hex}}\n  w[[sub]]\n  v(round) --- u((circle))',
  'flowchart LR\n  a & b --> c & d\n  d -. dotted .-> e\n  e == thick ==> f\n  f ---- g\n  g ---|text| h\n  h ~~~ i',
  'flowchart LR\n  subgraph top [Top part]\n    direction TB\n    subgraph inner ["Inner (one)"]\n      i1 --> i2\n    end\n    i2 --> i3\n  end\n  out --> top',
  'flowchart TD\n  classDef hot fill:#f96,stroke:#333,stroke-width:4px\n  class a,b hot\n  a:::hot --> b\n  style c fill:#bbf,color:#fff\n  b --> c\n  linkStyle 0 stroke:#ff3333\n  click a "https://example.org" _blank',
  '---\ntitle: A title\n---\n%%{init: {"theme": "dark"}}%%\nflowchart LR\n  %% a comment\n  q["#quot;quoted#quot; #9829; &amp;"] --> r["two<br/>lines"]',
  'flowchart LR\n  a -->|"in quotes (x)"| b --> c\n  s1@{ shape: sm-circ } --> s2@{ shape: fr-circ }\n  d@{ shape: docs, label: "Many" } --> t@{ shape: tri }',
]; // prettier-ignore

const classDiagram = [
  'classDiagram\n  class Animal {\n    <<abstract>>\n    +int age\n    +isMammal() bool\n  }\n  Animal <|-- Duck\n  Animal <|-- Fish : is\n  Duck : +swim()',
  'classDiagram\n  class List~T~\n  List~T~ *-- Node : holds\n  A --> B\n  C ..> D\n  E ..|> F\n  G o-- H\n  I -- J\n  K .. L',
  'classDiagram\n  direction LR\n  Customer "1" --> "0..*" Ticket : buys\n  class Shop["The shop"]\n  Shop --> Customer',
  'classDiagram\n  namespace Shapes {\n    class Square\n    class Triangle {\n      +draw()\n    }\n  }\n  Square --|> Figure',
  'classDiagram\n  class Duck\n  note for Duck "can fly"\n  class `Odd name`\n  <<interface>> Duck',
]; // prettier-ignore

const erDiagram = [
  'erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  ORDER ||--|{ LINE-ITEM : contains\n  CUSTOMER }|..|{ DELIVERY-ADDRESS : uses',
  'erDiagram\n  CUSTOMER {\n    string name PK\n    int number "the number"\n    string sector FK, UK "x"\n  }\n  CUSTOMER |o--|| PERSON : is',
  'erDiagram\n  p[Person] {\n    string name\n  }\n  "Order Line" one or more to zero or one p : "has a"',
  'erDiagram\n  direction LR\n  A only one optionally to zero or more B : may',
]; // prettier-ignore

const stateDiagram = [
  'stateDiagram-v2\n  [*] --> Still\n  Still --> [*]\n  Still --> Moving : go\n  Moving --> Crash\n  Crash --> [*]',
  'stateDiagram-v2\n  direction LR\n  state "A longer one" as s2\n  s3 : described\n  s2 --> s3\n  [*] --> s2',
  'stateDiagram-v2\n  [*] --> Comp\n  state Comp {\n    [*] --> in1\n    in1 --> [*]\n    state Inner {\n      x --> y\n    }\n  }',
  'stateDiagram-v2\n  state pick <<choice>>\n  [*] --> pick\n  pick --> a : yes\n  pick --> b : no',
  'stateDiagram-v2\n  [*] --> Still\n  note right of Still : one line\n  note left of Still\n    two\n    lines\n  end note',
]; // prettier-ignore

const sequenceDiagram = [
  'sequenceDiagram\n  Alice->>John: Hello John, how are you?\n  John-->>Alice: Great!\n  Alice-)John: See you later!',
  'sequenceDiagram\n  title A title\n  actor u as User\n  participant db@{ "type": "database" } as The store\n  u->>+db: save #59; wait\n  Note over u,db: both<br/>of them\n  db-->>-u: saved; u<<->>u: think\n  Note left of u: left\n  note right of db: right',
  'sequenceDiagram\n  A->>B: one\n  alt good\n    B-->>A: yes\n    loop each day\n      A->>A: again\n    end\n  else bad\n    B--xA: no\n  else\n    Note over B: nothing\n  end\n  par first\n    A-)B: x\n  and second\n    A->B: y\n  end',
  'sequenceDiagram\n  box Aqua Group\n  participant Web Shop\n  end\n  autonumber\n  create participant Bank\n  Web Shop->>Bank: charge\n  critical try\n    Bank-->Web Shop: ok\n  option late\n    Bank->>Bank: log\n  end\n  break when closed\n    rect rgb(0, 0, 255)\n      Bank--)Web Shop: closed\n    end\n  end\n  opt nothing\n  end\n  activate Bank\n  deactivate Bank',
]; // prettier-ignore

const mindmap = [
  'mindmap\n  root((Mind map))\n    Origins\n      Long history\n      ::icon(fa fa-book)\n    Research\n      id1[square]\n      id2(round)\n      id4)cloud(\n      id5{{hex}}',
  'mindmap\n  Root\n    A\n      B\n    C',
  'mindmap\n  r["A root (quoted)"]\n    one\n    two))bang((',
]; // prettier-ignore

export const samples = { flowchart, classDiagram, erDiagram, stateDiagram, sequenceDiagram, mindmap } as const;
