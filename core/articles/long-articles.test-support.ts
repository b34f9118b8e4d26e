/**
 * long-articles: three markdown texts of more than 3,000 words, built from a few passages in the public domain.
 *
 * The passages are Melville's, Carroll's and Darwin's. Each chapter repeats their sentences, starting with another one, with
 * other tables, lists, quotes and code. The result is always the same.
 */

const passages = {
  whale:
    'Call me Ishmael. Some years ago, never mind how long precisely, having little or no money in my purse, and nothing particular to interest me on shore, I thought I would sail about a little and see the watery part of the world. It is a way I have of driving off the spleen and regulating the circulation. Whenever I find myself growing grim about the mouth; whenever it is a damp, drizzly November in my soul; whenever I find myself involuntarily pausing before coffin warehouses, and bringing up the rear of every funeral I meet, then, I account it high time to get to sea as soon as I can. This is my substitute for pistol and ball. With a philosophical flourish Cato throws himself upon his sword; I quietly take to the ship. There is nothing surprising in this. If they but knew it, almost all men in their degree, some time or other, cherish very nearly the same feelings towards the ocean with me. There now is your insular city of the Manhattoes, belted round by wharves as Indian isles by coral reefs; commerce surrounds it with her surf. Right and left, the streets take you waterward. Look at the crowds of water-gazers there. Circumambulate the city of a dreamy Sabbath afternoon. What do you see? Posted like silent sentinels all around the town, stand thousands upon thousands of mortal men fixed in ocean reveries.',
  rabbit:
    'Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do: once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations in it. So she was considering in her own mind (as well as she could, for the hot day made her feel very sleepy and stupid), whether the pleasure of making a daisy-chain would be worth the trouble of getting up and picking the daisies, when suddenly a White Rabbit with pink eyes ran close by her. There was nothing so very remarkable in that; nor did Alice think it so very much out of the way to hear the Rabbit say to itself, "Oh dear! Oh dear! I shall be late!" But when the Rabbit actually took a watch out of its waistcoat-pocket, and looked at it, and then hurried on, Alice started to her feet. In another moment down went Alice after it, never once considering how in the world she was to get out again. The rabbit-hole went straight on like a tunnel for some way, and then dipped suddenly down, so suddenly that Alice had not a moment to think about stopping herself before she found herself falling down a very deep well. Either the well was very deep, or she fell very slowly, for she had plenty of time as she went down to look about her and to wonder what was going to happen next.',
  species:
    'When on board H.M.S. Beagle, as naturalist, I was much struck with certain facts in the distribution of the inhabitants of South America, and in the geological relations of the present to the past inhabitants of that continent. These facts seemed to me to throw some light on the origin of species, that mystery of mysteries, as it has been called by one of our greatest philosophers. On my return home, it occurred to me that something might perhaps be made out on this question by patiently accumulating and reflecting on all sorts of facts which could possibly have any bearing on it. After five years of work I allowed myself to speculate on the subject, and drew up some short notes. These I enlarged into a sketch of the conclusions, which then seemed to me probable. From that period to the present day I have steadily pursued the same object. I hope that I may be excused for entering on these personal details, as I give them to show that I have not been hasty in coming to a decision. My work is now nearly finished; but as it will take me two or three more years to complete it, and as my health is far from strong, I have been urged to publish this abstract. As many more individuals of each species are born than can possibly survive, it follows that any being, if it vary however slightly in any manner profitable to itself, will have a better chance of surviving.',
} as const;

export type ArticleName = keyof typeof passages;
export const articleNames = Object.keys(passages) as ArticleName[];

const titles: Readonly<Record<ArticleName, string>> = {
  whale: 'Loomings, or the watery part of the world',
  rabbit: 'Down the rabbit-hole',
  species: 'An abstract on the origin of species',
};

/** The whole article with this many chapters. */
export function longArticle(name: ArticleName, chapters = 7): string {
  const sentences = passages[name].split(/(?<=[.!?]"?) /);
  const say = (from: number, count: number): string =>
    Array.from({ length: count }, (_, index) => sentences[(from + index) % sentences.length]).join(' ');
  const words = passages[name].toLowerCase().match(/[a-z]+/g) ?? [];
  const word = (index: number): string => words[index % words.length] ?? 'sea';
  const parts = [`# ${titles[name]}`, say(0, 2)];
  for (let chapter = 1; chapter <= chapters; chapter += 1) {
    const from = chapter * 3;
    parts.push(`## Chapter ${chapter}. Of ${word(chapter * 7)} and ${word(chapter * 11 + 3)}`, say(from, 5), say(from + 5, 4));
    if (chapter % 2 === 0) parts.push(`### What the ${word(chapter * 5)} *means*`, say(from + 9, 4));
    if (chapter % 3 === 0) parts.push(tableOf(chapter, word), say(from + 2, 3));
    if (chapter % 3 === 1) parts.push('Of these there are:', listOf(chapter, say), say(from + 4, 2));
    if (chapter % 4 === 1) parts.push(`> ${say(from + 1, 2)}`);
    if (chapter % 4 === 2) parts.push(codeOf(chapter, word));
    if (chapter % 5 === 0)
      parts.push(
        `See [the ${word(chapter)} shelf](https://example.org/${chapter}) and \`${word(chapter + 40)}\` &amp; <b>more</b>.`,
      );
    parts.push(say(from + 7, 5));
  }
  return `${parts.join('\n\n')}\n`;
}

function tableOf(chapter: number, word: (index: number) => string): string {
  const row = (index: number): string =>
    `| ${word(index)} | ${index * 17} | ${word(index + 1)} ${word(index + 2)} ${word(index + 3)} |`;
  const rows = Array.from({ length: 6 + 5 * chapter }, (_, index) => row(chapter * 13 + index * 2));
  return ['| Name | Number | Remark |', '|---|--:|---|', ...rows].join('\n');
}

function listOf(chapter: number, say: (from: number, count: number) => string): string {
  const items = Array.from({ length: 7 }, (_, index) => {
    const mark = chapter % 2 === 0 ? '-' : `${index + 1}.`;
    const nested = index % 3 === 1 ? `\n    - ${say(index + chapter, 1)}\n    - [x] ${say(index + chapter + 1, 1)}` : '';
    return `${mark} ${say(index * 2 + chapter, 1)}${nested}`;
  });
  return items.join('\n');
}

function codeOf(chapter: number, word: (index: number) => string): string {
  const lines = Array.from({ length: 12 + chapter * 3 }, (_, index) => {
    const indent = '  '.repeat(index % 4);
    return `${indent}const ${word(index + chapter)}${index} = await ${word(index + 5)}(${index}, '${word(index + 9)}'); // ${word(index + 2)} ${word(index + 3)}`;
  });
  return `\`\`\`ts\n${lines.join('\n')}\n\`\`\``;
}
