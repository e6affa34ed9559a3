import type { KnownHeaders } from '../../../kit/tables/name-columns.ts';

/**
 * What columns of a table of lots may say, and how publishers call them, in lower case, without
 * accents, spaces and signs, the surest first. A word that means something else elsewhere is in
 * none of them: `ort` is a town or a place, `max` the capacity or a price, `state` a region or
 * whether the lot is open.
 */
const WORDS = {
  name: `namedisplay namename nameen namede displayname parkingname parkname parkhausname
    facilityname lotname carparkname placename bezeichnung nom nombre naam nome namn navn
    nazwa nimi title titel titre nomparking`,
  ref: `lotref uid originaluid lotid parkingid placeid parkid carparkid facilityid
    systemcodenumber id id2 identifier identifiant code recordid objectid gid fid`,
  lat: `latitude breitengrad geobreite ylat latitud latitudine latwgs84 wgs84lat geolat ykoord
    ycoord coordslat coordinateslat locationlat locationlatitude geopoint2dlat
    addresslocationlatitude y`,
  lng: `lon long longitude langengrad laengengrad geolange xlong longitud longitudine lonwgs84
    xkoord xcoord lngwgs84 wgs84lon geolon geolng coordslng coordslon coordinateslng
    coordinateslon locationlng locationlon locationlongitude geopoint2dlon
    addresslocationlongitude x`,
  position: `geopoint2d geopoint geolocation geoloc latlng latlon coordinates coordonnees
    indicativeplacepointlocation koordinaten coordenadas coordinate wkt geom thegeom geometry
    geometrie geoshape location`,
  capacity: `totalspaces capacitytotal totalcapacity capacitycar carcapacity capacitiesstandard
    capacityparking totalspotnumber characteristicsspacestotal total kapazitat kapazitaet
    stellplatze
    stellplaetze anzahlstellplatze anzplaetze gesamteparkplatze gesamteparkplaetze nbplaces
    capacite capacitetotale nombredeplaces capacidad plazas numplazas capaciteit
    aantalplaatsen capacita postitotali antalpladser kapacitet numall numberofspaces spaces
    obsmax maxcap`,
  capacity_disabled: `totaldisabled capacityhandicap capacityhandicapped disabledspaces
    capacitiesdisabledparkingspace capacityhandicappedparking capacitycarhandicap
    spaceshandicap behindertenparkplatze behinderte anzbehinderte nbpmr plazaspmr
    accessiblespaces`,
  capacity_charging: `characteristicsevchargingpoints capacitycarcharging evspaces spacesev
    capacitieswithchargingstation spaceselectric anzeladestation nbvoitureselectriques`,
  capacity_women:
    'capacitywoman capacitycarwomen frauenparkplatze frauen anzfrauenpark spaceswomen',
  type: `characteristicsstructuretype type lottype parkingtype facilitytype bauart typ typename
    typeouvrage tipo soort parking`,
  purpose: `parkingfacilitycategory traffictype vehicletype fahrzeugart`,
  access: `publicaccess zugang typeusagers acces acceso`,
  address: `addrfull fulladdress placeaddress adresse anschrift direccion adres indirizzo
    addressline addressaddressline addressstreetandnumber`,
  street: `addrstreet strasse rue calle straat via parkhausstrasse`,
  housenumber: `addrhousenumber hausnummer hausnr huisnummer`,
  postcode: `addrpostcode plz zip zipcode postalcode codepostal postcode addresspostalcode
    addresszip parkhausplz`,
  city: `addrcity cityname town stadt ville ciudad gemeinde commune gemeente municipality
    ortsname addresscity placestreetaddresscityen addresslocality parkhausgemeinde`,
  region: `addrstate stateorprovince bundesland canton kanton provincia`,
  country: `addrcountry countrycode countrycod land pays pais addresscountry
    placestreetaddresscountrycode`,
  operator: `operatorname betreiber betreibername exploitant gestionnaire beheerder operador
    operatorid`,
  website: `url publicurl link homepage webseite weblink siteweb lienweb parkurl placeurl
    marketingweburls`,
  opening_hours: `openinghours openingtimes offnungszeiten oeffnungszeiten horaires horario
    orario openingstijden`,
  max_height: `maxheight maxhoehe maxhohe einfahrtshohe einfahrtshoehe durchfahrtshohe
    durchfahrtshoehe maxdurchfahrtshohe maxdurchfahrtshoehe hoehenbegrenzung gabarit
    hauteurlimite`,
  max_height_cm: `maxheightcm hauteurmax`,
  max_stay: `maxstay hochstparkdauer hoechstparkdauer maxparkdauer dureemax maxparken`,
  fee: `hasfee gebuhrenpflichtig payant`,
  is_free: `isfree gratuit gratuito kostenlos gebuhrenfrei`,
  charge: `price prices preis preise preisinfo gebuhren gebuehren tarif tarife tarifs prix
    precio tariffa tarief feedescription feeinformation costtext`,
  rate: `baserate hourlyrate rateperhour stundenpreis`,
  rate_unit: `rateunit`,
  billing_step: `billingstepminutes billingstep`,
  max_daily_rate: `chargemax dailymax maxdailyrate tageshochstsatz`,
  charge_conditional: 'chargeconditional',
  fee_conditional: 'feeconditional',
  tariff: 'tariffs tariffjson',
  ocpi_tariff: 'ocpitariffs',
  apds_rate_table: 'apdsratetables',
  currency: `wahrung waehrung devise moneda valuta`,
  description: `beschreibung remarks bemerkung info hinweis`,
} as const;

export type LotField = keyof typeof WORDS;

export const LOT_HEADERS = Object.fromEntries(
  Object.entries(WORDS).map(([field, words]) => [field, words.split(/\s+/)]),
) as KnownHeaders<LotField> & Record<LotField, string[]>;
