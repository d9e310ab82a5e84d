/** Swedish: the introduction. */

import type { Intro } from '../words/intro';

export const intro: Intro = {
  title: 'Lär dig spela',
  skip: 'Hoppa över',
  back: 'Tillbaka',
  next: 'Vidare',
  showMe: 'Visa mig',
  lessonOf: (place, lessons) => `Lektion ${place} av ${lessons}`,
  failed: 'Introduktionen gick inte att ladda. Försök igen om en stund.',

  lessons: {
    hands: 'Du ser alla händer utom din egen',
    told: 'En ledtråd till dig',
    tell: 'En ledtråd från dig',
    discard: 'Lyktorna har slocknat',
    mistake: 'När ett kort inte passar',
    not: 'Det som inte sägs',
    order: 'Från ett till fem',
    end: 'Sista rundan',
  },

  say: {
    together:
      'Tillsammans tänder ni fem fyrverkerier, ett i varje färg. Du håller dina kort bakvänt: du ser Hanas och Kenjis, aldrig dina egna.',
    find: 'Någon har den blå ettan {blue}. Välj den handen.',
    found:
      'Kenji har den, utan att veta om det. Av sina kort ser han bara baksidan, precis som du av dina. Någon måste säga det till honom.',
    colour: 'Hana pekar på alla dina röda kort {red}. Det finns bara ett. Vilken siffra det har sa hon inte.',
    value:
      'Kenji pekar på alla dina ettor: samma kort. Då är det den röda ettan {red}, och med den börjar rött. Välj kortet och sedan {play}.',
    lit: 'Ditt första ljus på himlen. För varje kort du spelar drar du ett nytt.',
    naming:
      'Nu är det din tur. En ledtråd är till en enda medspelare och nämner en färg eller en siffra. Den pekar på alla sådana kort på handen, aldrig bara på några.',
    give: 'Rött väntar på sin tvåa, och Hana har den {red}. Välj hennes hand och sedan en ledtråd som pekar på bara det kortet.',
    given: 'Hon förstod. En ledtråd kostar en lykta: det finns åtta, och de är era ledtrådsmarker.',
    noTokens:
      'Alla lyktor har slocknat: inga fler ledtrådar. Kastar du ett kort tänds en igen. Välj ett kort som ingen har pekat på och sedan {discard}.',
    copies:
      'En lykta brinner igen. Men borta är borta: varje färg har tre ettor, två tvåor, två treor, två fyror och en enda femma. En ring visar det sista exemplaret.',
    lastCopy: 'En grön trea {green} är redan borta. Vem har den sista? Välj den handen.',
    save: 'Hana har den. Innan hon kastar den är den värd en ledtråd.',
    tryIt: 'Och om ett kort inte passar? Prova, bara den här gången: spela ett som ingen har pekat på.',
    fuse: 'Det hamnar i kasthögen, och en stubin har brunnit upp. Det tredje misstaget avslutar kvällen, utan en enda poäng.',
    twoOnes: 'Hana pekar på dina ettor: du har två. Men blått {blue} har redan sin. Kanske kommer en av dina för sent.',
    notBlue:
      'Kenji pekar på alla dina blå kort {blue}: ett enda. Alltså är den andra ettan inte blå, och den passar säkert. Spela den.',
    alsoTold: 'En ledtråd säger också något om korten den inte pekar på. De små överstrukna tecknen på korten minns det åt dig.',
    grows: 'Ett fyrverkeri växer 1, 2, 3, 4, 5, utan luckor. Två av dina kort känner du till. Spela det som passar nu.',
    complete: 'Det gröna fyrverkeriet {green} är klart, och en lykta kommer tillbaka som present.',
    lastCard:
      'Ett kort är kvar i leken. Den som drar det inleder sista rundan: en tur till var. Spela ett kort som du vet passar.',
    lastTurn: 'Leken är slut: ingen drar längre. Det här är din sista tur. Vilket kort vet du passar?',
    points:
      'Varje kort i ett fyrverkeri ger en poäng. En tur till, och Kenjis gula femma {yellow} hade gjort himlen perfekt.',
  },

  hint: {
    ownCards: 'Av dina egna kort ser du bara baksidan. Titta på de andras händer.',
    noBlueOne: 'Inte där. Leta efter ettan med det blå tecknet {blue}.',
    unknownCard: 'Om det kortet vet du för lite. Spela det med det röda tecknet {red}.',
    playFirst: 'Det kan vänta. Spela först den röda ettan {red}.',
    tellHana: 'Det är Hana som behöver veta.',
    twoReds: 'Rött {red} pekar på två av hennes kort: vilket är tvåan? En annan ledtråd säger det bättre.',
    missesIt: 'Den ledtråden pekar inte på hennes röda tvåa {red}.',
    tellFirst: 'Dina egna kort kan vänta. Först en ledtråd till Hana.',
    onlyFive: 'Det är den blå femman {blue}, den enda som finns. Utan den blir blått aldrig klart.',
    wasTold: 'Någon har gett en ledtråd om det kortet, så det är viktigt. Ta hellre ett som ingen har pekat på.',
    discardIt: 'Du vet för lite för att spela det kortet. Den här gången: {discard}.',
    noGreenThree: 'Inte där. Leta efter trean med det gröna tecknet {green}.',
    wouldFit: 'Det är den röda ettan {red}: den skulle passa. Ta för en gångs skull ett kort som ingen har pekat på.',
    playAny: 'En annan gång. Nu: {play}, och se vad som händer.',
    blueHasOne: 'Den är blå {blue}, och blått har redan sin etta.',
    oneFits: 'En av dina ettor passar säkert. Spela just den.',
    gap: 'Gult {yellow} har bara sin etta. Tvåan måste komma före trean.',
    twoKnown: 'Titta på de två kort du känner till och spela det som passar.',
    fourFirst: 'Blått {blue} har kommit till trean. Först fyran, sedan femman.',
    notSure: 'Det kortet kan du inte vara säker på. Leta efter det blå tecknet {blue}.',
    playLast: 'Att kasta vore att slösa bort turen. Spela det blå kortet {blue} som passar.',
  },

  done: {
    title: 'Det är hela spelet',
    text: 'Resten är tillit och lite mod. Hana och Kenji håller en plats åt dig.',
    play: 'Spela ett parti',
    again: 'Börja om',
  },
};
