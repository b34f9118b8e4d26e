/** compound-graphs: graphs as people draw them: boxes in nested frames, with labels on some arrows. */
import type { CompoundArrow, CompoundBox, CompoundDrawing } from '#test/harness/compound-tab.ts';

/**
 * In brackets is a frame: `[name box box [name box]]`. After the colon come arrows, `a>b`, or `a>b>c` for two of them;
 * `a>b=label` has a label, with `_` for spaces.
 */
const texts: Readonly<Record<string, string>> = {
  'web shop': '[Clients web mobile kiosk] [Services gateway catalog cart orders payments mail] [Storage products baskets ledger queue] bank : web>gateway mobile>gateway kiosk>gateway gateway>catalog=search gateway>cart gateway>orders=check_out catalog>products cart>baskets orders>ledger orders>payments payments>bank=charge payments>ledger orders>queue queue>mail=receipt',
  'build pipeline': 'author repository [Checks build lint unit browser] [Delivery image scan registry staging production] monitor : author>repository=push repository>build build>lint build>unit build>browser lint>image unit>image browser>image image>scan scan>registry=passed registry>staging staging>production=approved production>monitor monitor>author=alert scan>author=findings',
  'warehouse': '[Sources crm billing events files] [Load capture batch raw] [Model clean facts dimensions quality] [Use reports notebooks features] alerts : crm>capture billing>capture events>capture files>batch capture>raw batch>raw raw>clean clean>facts clean>dimensions facts>reports dimensions>reports facts>notebooks facts>features clean>quality quality>alerts=failed',
  'cluster': 'user dns [Cluster ingress [Node_A api_a worker_a cache_a] [Node_B api_b worker_b cache_b] [Data primary replica] scheduler] : user>dns user>ingress=https ingress>api_a ingress>api_b api_a>cache_a api_b>cache_b api_a>primary api_b>primary primary>replica=streams scheduler>worker_a scheduler>worker_b worker_a>primary worker_b>replica',
  'sign-in': 'start form valid captcha locked second code session home help : start>form form>valid valid>form=no valid>captcha=third_time captcha>form captcha>locked=failed valid>second=yes second>code code>session=right code>second=again session>home locked>help',
  'compiler': 'source [Front lexer parser binder checker] [Middle ir inline fold dead] [Back select allocate emit] binary errors : source>lexer>parser>binder>checker>ir>inline>fold>dead>select>allocate>emit>binary parser>errors binder>errors checker>errors fold>inline=changed',
  'claim': 'claimant [Intake receive register triage] [Review assess inspect decide] [Payment approve pay refuse] archive : claimant>receive>register>triage triage>assess triage>refuse=invalid assess>inspect=large inspect>decide assess>decide=small decide>approve=accepted decide>refuse approve>pay pay>claimant=transfer pay>archive refuse>archive refuse>claimant=letter',
  'campus network': 'internet [Edge router firewall] [Core core1 core2] [Library lib1 lib2 lib3] [Labs lab1 lab2 lab3 lab4] [Offices off1 off2] : internet>router>firewall firewall>core1 firewall>core2 core1>core2 core1>lib1 core1>lab1 core1>off1 core2>lib2 core2>lab2 core2>off2 lib1>lib3 lab1>lab3 lab2>lab4',
  'organization': 'board ceo cfo cto coo ledger audit platform apps data web ios android ops supply care : board>ceo ceo>cfo ceo>cto ceo>coo cfo>ledger cfo>audit cto>platform cto>apps cto>data apps>web apps>ios apps>android coo>ops coo>supply coo>care',
  'two regions': '[Europe [Frankfurt fra_web fra_app fra_db] [Dublin dub_web dub_app dub_db]] [America [Ohio ohio_web ohio_app ohio_db] [Oregon ore_web ore_app ore_db]] balancer backup : balancer>fra_web balancer>dub_web balancer>ohio_web balancer>ore_web fra_web>fra_app>fra_db dub_web>dub_app>dub_db ohio_web>ohio_app>ohio_db ore_web>ore_app>ore_db fra_db>dub_db=replicates ohio_db>ore_db=replicates fra_db>ohio_db dub_db>backup ore_db>backup',
  'order states': 'draft placed paid packed shipped delivered cancelled returned refunded : draft>placed placed>paid=paid placed>cancelled=timeout paid>packed packed>shipped=courier paid>refunded=cancelled shipped>delivered delivered>returned=within_30_days returned>refunded shipped>returned=refused',
  'loose parts': '[Team_A plan1 build1 ship1] [Team_B plan2 build2 ship2] [Ideas idea1 idea2 idea3 idea4 idea5] note risk owner : plan1>build1>ship1 plan2>build2>ship2 build2>build2x risk>owner=assigned',
  'dense services': 's1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 s13 s14 : s1>s4 s1>s5 s1>s6 s2>s4 s2>s7 s3>s5 s3>s7 s3>s8 s4>s9 s4>s10 s5>s9 s5>s11 s6>s10 s6>s12 s7>s11 s7>s12 s8>s12 s9>s13 s10>s13 s10>s14 s11>s14 s12>s13 s12>s14 s14>s1=retries',
  'support desk': 'customer [Front chat phone portal] triage [Levels first second third] [Records tickets answers] release : customer>chat customer>phone customer>portal chat>triage phone>triage portal>tickets triage>first=routine triage>second=urgent first>second=escalate second>third=escalate third>release=fix first>answers tickets>triage second>tickets release>customer=notes',
}; // prettier-ignore

export type NamedDrawing = CompoundDrawing & { readonly name: string };

export const compoundGraphs = (): NamedDrawing[] => Object.entries(texts).map(([name, text]) => ({ name, ...read(text) }));

const boxHeight = 60;
const widthOf = (label: string): number => Math.max(100, label.length * 9 + 36);

function read(text: string): CompoundDrawing {
  const [boxText = '', arrowText = ''] = text.split(' : ');
  const tokens = boxText.match(/[[\]]|[^\s[\]]+/g) ?? [];
  const top: CompoundBox[] = [];
  const open: CompoundBox[][] = [top];
  const ids = new Set<string>();
  const add = (id: string): void => {
    const label = id.replaceAll('_', ' ');
    ids.add(id);
    open.at(-1)?.push({ id: slugOf(id), label, width: widthOf(label), height: boxHeight });
  };
  for (const [at, token] of tokens.entries()) {
    const isName = tokens[at - 1] === '[';
    if (token === '[') continue;
    if (token === ']') open.pop();
    else if (isName) {
      const members: CompoundBox[] = [];
      open.at(-1)?.push({ id: `frame-${slugOf(token)}`, label: token.replaceAll('_', ' '), width: 200, height: 120, members });
      open.push(members);
    } else add(token);
  }
  const arrows = arrowText.split(' ').flatMap((chain): CompoundArrow[] => {
    const [path = '', label] = chain.split('=');
    const stops = path.split('>');
    for (const stop of stops) if (!ids.has(stop)) add(stop);
    return stops.slice(1).map((to, at) => ({
      from: slugOf(stops[at] ?? ''),
      to: slugOf(to),
      ...(label === undefined ? {} : { label: label.replaceAll('_', ' ') }),
    }));
  });
  return { boxes: top, arrows };
}

const slugOf = (name: string): string => name.toLowerCase().replaceAll('_', '-');
