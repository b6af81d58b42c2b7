import type { PersonName, Thing, ValueClass } from "../../wordings.js";

const people: readonly PersonName[] = ["小雨", "建国", "美玲", "志远", "晓彤"].map((name) => ({
  name,
  owner: name,
}));

const values: Readonly<Record<ValueClass, readonly string[]>> = {
  doctor: ["王医生", "李医生", "陈医生", "赵医生", "孙医生", "周医生"],
  shop: ["蓝港", "老磨坊", "铜壶", "北门", "绿门", "黑鸟"],
  time: ["6:40", "7:15", "8:30", "17:45", "19:20", "21:05"],
  number: ["38", "41", "4471", "2093", "16", "7752"],
  place: ["桃源", "东野", "清港", "橡岭", "龙泉", "松林"],
  colour: ["深绿色", "海军蓝", "橙色", "紫色", "白色", "酒红色"],
  dish: ["蘑菇炒饭", "扁豆汤", "红烧鱼", "宫保鸡丁", "麻婆豆腐", "饺子"],
  brand: ["Vantro", "Kelmar", "Osprino", "Tavelle", "Junero", "Solvik"],
  day: ["星期一", "星期二", "星期三", "星期四", "星期六", "星期天"],
};

const nouns: readonly (readonly [string, ValueClass])[] = [
  ["牙医", "doctor"],
  ["眼科大夫", "doctor"],
  ["理疗师", "doctor"],
  ["面包店", "shop"],
  ["理发店", "shop"],
  ["修车厂", "shop"],
  ["健身房", "shop"],
  ["闹钟时间", "time"],
  ["回家的火车", "time"],
  ["午休时间", "time"],
  ["鞋码", "number"],
  ["储物柜号码", "number"],
  ["座位号", "number"],
  ["上班地点", "place"],
  ["游泳馆", "place"],
  ["停车位", "place"],
  ["自行车颜色", "colour"],
  ["卧室墙色", "colour"],
  ["最爱的菜", "dish"],
  ["生日餐", "dish"],
  ["手机牌子", "brand"],
  ["牙膏", "brand"],
  ["洗衣日", "day"],
  ["休息日", "day"],
];

const things: readonly Thing[] = nouns.map(([bare, kind]) => ({
  bare,
  my: `我的${bare}`,
  our: `我们家的${bare}`,
  fresh: `新的${bare}`,
  of: ({ owner }) => `${owner}的${bare}`,
  values: values[kind],
}));

export const chinese = { people, things };
